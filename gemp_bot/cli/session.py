"""From the options of a command to a session with a server: configuration, logs, password, login."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from gemp_bot.cli.command import ServerArgs
from gemp_bot.cli.exits import CommandError
from gemp_bot.config import ConfigError
from gemp_bot.config.load import Overrides, find_config_file, load_config
from gemp_bot.config.model import Config
from gemp_bot.config.passwords import find_password
from gemp_bot.logs import Secrets, set_up_logs
from gemp_bot.protocol.account import Account
from gemp_bot.protocol.client import GempClient, OnUnknown
from gemp_bot.protocol.errors import NotFoundError, SessionGoneError
from gemp_bot.protocol.exchange import Observer
from gemp_bot.protocol.pace import OnWait

_CLOSE_NAMES = 3
_DIGITS = 16


@dataclass(frozen=True, slots=True)
class LoggedIn:
    """A client that is logged in.

    Attributes:
        log_in: logs the client in once more, after its session was lost.
    """

    client: GempClient
    account: Account
    config: Config
    log_in: Callable[[], Awaitable[Account]]


def config_file(args: ServerArgs) -> Path | None:
    """Which file holds the configuration, if any."""
    return find_config_file(args.config)


def read_config(
    args: ServerArgs,
    more: dict[str, dict[str, object]] | None = None,
    *,
    secrets: Secrets | None = None,
) -> Config:
    """Read the configuration with the options of the command on top, and set up the logs.

    `more` is what else the command line says; values that are None were not given.

    Raises:
        ConfigError: one line.
    """
    config = load_config(config_file(args), given_by(args, more))
    set_up_logs(secrets or Secrets(), level=config.log.level, style=config.log.format)
    return config


def given_by(args: ServerArgs, more: dict[str, dict[str, object]] | None = None) -> Overrides:
    """What the command line says, by section and key; see `read_config`."""
    said: dict[str, dict[str, object]] = {
        "server": {"url": args.server},
        "account": {"user": args.user, "password_file": args.password_file},
        **(more or {}),
    }
    return {
        section: {key: value for key, value in keys.items() if value is not None}
        for section, keys in said.items()
    }


def account_name(config: Config) -> str:
    """The login name.

    Raises:
        ConfigError: none is set.
    """
    if not config.account.user:
        raise ConfigError("no login name: give --user NAME or set account.user")
    return config.account.user


def control_path(config: Config) -> Path:
    """Where the control socket of a service is.

    Raises:
        CommandError: there is no usual place for one on this machine.
        ControlError: this system has none.
    """
    import hashlib

    from gemp_bot.files.runtime import runtime_folder
    from gemp_bot.protocol.settings import ServerAddress
    from gemp_bot.service.control import need_sockets

    need_sockets()
    if config.service.control is not None:
        return config.service.control.expanduser()
    folder = runtime_folder()
    if folder is None:
        raise CommandError("there is no folder for the control socket: set service.control to a path")
    address = ServerAddress.parse(config.server.url)
    told = f"{address.host} {address.port} {address.prefix} {account_name(config).casefold()}"
    return folder / f"{hashlib.sha256(told.encode()).hexdigest()[:_DIGITS]}.sock"


@asynccontextmanager
async def open_session(
    args: ServerArgs,
    more: dict[str, dict[str, object]] | None = None,
    *,
    observer: Observer | None = None,
) -> AsyncIterator[LoggedIn]:
    """Log in as the options and the configuration say.

    Raises:
        ConfigError, PolicyError: before anything is sent.
        LoginError: the server, or our own policy, does not let us in.
    """
    async with open_client(args, more, observer=observer) as (client, config, log_in):
        yield LoggedIn(client, await log_in(), config, log_in)


@asynccontextmanager
async def open_client(
    args: ServerArgs,
    more: dict[str, dict[str, object]] | None = None,
    *,
    observer: Observer | None = None,
    on_wait: OnWait | None = None,
    on_unknown: OnUnknown | None = None,
) -> AsyncIterator[tuple[GempClient, Config, Callable[[], Awaitable[Account]]]]:
    """A client that is not logged in yet, the configuration, and what logs it in.

    Raises:
        ConfigError, PolicyError: before anything is sent.
    """
    secrets = Secrets()
    config = read_config(args, more, secrets=secrets)
    settings = config.client_settings()
    async with GempClient(settings, observer=observer, on_wait=on_wait, on_unknown=on_unknown) as client:
        user = account_name(config)
        password = find_password(user, config.password_file)
        secrets.add(password)

        async def log_in() -> Account:
            return await client.login(user, password)

        yield client, config, log_in


async def deck_names(client: GempClient, *, library: bool) -> dict[str, str]:
    """All decks by name, with their side: `dark`, `light` or `other`."""
    names = await (client.decks.library() if library else client.decks.list())
    sides = {"dark": names.dark, "light": names.light, "other": names.other}
    return {name: side for side, found in sides.items() for name in found}


async def known_deck(client: GempClient, name: str, *, library: bool) -> str:
    """Make sure that a deck exists, and tell its side.

    Raises:
        CommandError: one line with the names that are close, or where else the deck is.
    """
    names = await deck_names(client, library=library)
    if name in names:
        return names[name]
    raise CommandError(await no_such_deck(client, name, names, library=library))


async def no_such_deck(client: GempClient, name: str, names: dict[str, str], *, library: bool) -> str:
    """What to tell about a deck that is not there: the names that are close, or where else it is."""
    from difflib import get_close_matches

    where = "the library holds" if library else "the account has"
    line = f"{where} no deck named {name!r}"
    folded = {known.casefold(): known for known in names}
    close = get_close_matches(name.casefold(), list(folded), n=_CLOSE_NAMES, cutoff=0.5)
    if close:
        return f"{line}: did you mean {' or '.join(repr(folded[known]) for known in close)}?"
    try:
        others = await deck_names(client, library=not library)
    except (NotFoundError, SessionGoneError):
        others = {}
    if name in others:
        return f"{line}: it is " + (
            "ours: leave --library out" if library else "in the library: add --library"
        )
    return f"{line}: `gemp-bot decks show{' --library' if library else ''}` lists them"
