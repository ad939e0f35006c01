"""A request as the handlers of the server see it, and what they give back (PROTOCOL 1)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from gemp_bot.sandbox.server.xml import OK, Node, document

XML = "application/xml; charset=UTF-8"
HTML = "text/html; charset=UTF-8"
TEXT = "text/plain; charset=UTF-8"
JSON = "application/json; charset=UTF-8"
_MOST = 2**31 - 1
_SHOWN = 40


class HttpRefusal(Exception):  # noqa: N818 - it is an answer, not a failure of ours
    """Answer with this status and an empty body, as the real server does.

    Args:
        status: of the answer.
        why: what was wrong; for whoever runs the server, never sent.
        told: the same for the caller, where the call is one of our own; sent as header and body.
    """

    def __init__(self, status: int, why: str = "", *, told: str = "") -> None:
        super().__init__(status, why or told)
        self.status = status
        self.why = why or told
        self.told = told


@dataclass(frozen=True, slots=True)
class HttpReply:
    """One answer.

    Attributes:
        note: what whoever runs the server should know about it; never sent.
    """

    body: bytes = OK
    status: int = 200
    content_type: str = XML
    headers: Mapping[str, str] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True, slots=True)
class HttpCall:
    """One authenticated request.

    Attributes:
        user: who is meant by it: the session's user, or whom an admin names.
        parts: the path below the API prefix, split and form-decoded.
        form: form fields of a POST, query of a GET; the first of repeated fields.
        raw_path: the path as it came, not decoded.
    """

    method: str
    parts: tuple[str, ...]
    form: Mapping[str, str]
    raw_path: str
    user: str = ""
    admin: bool = False

    def text(self, name: str) -> str:
        """Give a required field.

        Raises:
            Refusal: 500, as the server fails over a missing field.
        """
        if name not in self.form:
            raise HttpRefusal(500, f"no field {name}")
        return self.form[name]

    def number(self, name: str) -> int:
        """Give a required whole number.

        Raises:
            Refusal: 500 if it is missing, no number, or one that a Java `int` cannot hold.
        """
        text = self.text(name)
        try:
            number = int(text)
        except ValueError:
            number = _MOST + 1
        if abs(number) > _MOST:
            raise HttpRefusal(500, f"{name}={text[:_SHOWN]}: no whole number of 32 bits")
        return number

    def flag(self, name: str) -> bool:
        """Tell whether a field is `true`, in any case; anything else is false."""
        return self.form.get(name, "").lower() == "true"


@dataclass(frozen=True, slots=True)
class Received:
    """One request as it arrived, for tests to look at.

    Attributes:
        path: below the API prefix, with a leading slash, form-decoded.
        answers: whether it carried a `decisionId`.
    """

    method: str
    path: str
    form: Mapping[str, str]
    headers: Mapping[str, str]

    @property
    def answers(self) -> bool:
        """Whether it answers a decision."""
        return "decisionId" in self.form


def xml_reply(root: Node, note: str = "") -> HttpReply:
    """Answer with a document; the note is not sent."""
    return HttpReply(document(root), note=note)


def html_reply(text: str) -> HttpReply:
    """Answer with HTML."""
    return HttpReply(text.encode(), content_type=HTML)
