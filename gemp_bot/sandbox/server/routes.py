"""Which request goes where (PROTOCOL 3); everything else is 404."""

import json
from collections.abc import Awaitable, Callable
from typing import NoReturn

from gemp_bot.sandbox.server.accounts import LIBRARIAN
from gemp_bot.sandbox.server.decks import DeckRoom
from gemp_bot.sandbox.server.event_xml import update_node
from gemp_bot.sandbox.server.fault_words import plan_fault, typed
from gemp_bot.sandbox.server.game import ServedGame
from gemp_bot.sandbox.server.hall import ServedHall
from gemp_bot.sandbox.server.http import JSON, TEXT, HttpCall, HttpRefusal, HttpReply, html_reply, xml_reply
from gemp_bot.sandbox.server.questions import AnswerCheck
from gemp_bot.sandbox.server.refusals import Mode
from gemp_bot.sandbox.server.world import ServedWorld
from gemp_bot.sandbox.server.xml import node

_NO_CALL = "no such call"
_NO_LIBRARIAN = "there is no account Librarian"
_PUBLIC_DECKS = {"libraryList", "library", "libraryHtml"}


async def route(world: ServedWorld, call: HttpCall, *, reject: bool = False) -> HttpReply:
    """Answer one authenticated request.

    Args:
        world: the server.
        call: the request.
        reject: take the answer in it for a wrong one, whatever it is.

    Raises:
        Refusal: any status but 200.
    """
    handle = _HANDLERS.get(call.parts[0])
    if handle is None:
        raise HttpRefusal(404, _NO_CALL)
    if call.parts[0] == "game":
        return await _game(world, call, reject=reject)
    return await handle(world, call)


def is_public(call: HttpCall) -> bool:
    """Tell whether a path needs no session."""
    parts = call.parts
    decks = len(parts) > 1 and parts[0] == "deck" and parts[1] in _PUBLIC_DECKS
    return decks or parts[0] in ("", "replay", "tournament")


async def _status(world: ServedWorld, call: HttpCall) -> HttpReply:
    _only(call, "GET")
    played, players = len(world.games), len(world.accounts.by_name)
    in_hall = sum(1 for _ in world.hall.channels)
    lines = (
        f"Active players: {players} (in last 24 hours), {players} (in last week), {players} (all time)",
        f"Games played: {played} (in last 24 hours), {played} (in last week), {played} (all time)",
        f"Tables count: {len(world.hall.tables)}, Players in hall count: {in_hall}",
    )
    return html_reply("<br/>".join(lines))


async def _hall(world: ServedWorld, call: HttpCall) -> HttpReply:
    hall, rest = world.hall, call.parts[1:]
    if call.method == "GET":
        return hall.open(call.user) if not rest else _formats(hall, rest)
    match rest:
        case ():
            if not world.has_librarian and (call.flag("sampleDeck") or call.flag("playVsAi")):
                raise HttpRefusal(401, _NO_LIBRARIAN)
            return hall.create(call)
        case ("update",):
            return await hall.update(call)
        case (table_id,):
            return hall.join(call, table_id)
        case (table_id, "leave"):
            return hall.leave(call.user, table_id)
    raise HttpRefusal(404, _NO_CALL)


def _formats(hall: ServedHall, rest: tuple[str, ...]) -> HttpReply:
    match rest:
        case ("formats", "html"):
            return html_reply("".join(f"<b>{name}</b><br/>" for name in hall.entry.formats.values()))
        case ("format", code):
            if code not in hall.entry.formats:
                raise HttpRefusal(500, f"no format {code}")
            return html_reply(f"<b>{hall.entry.formats[code]}</b>")
    raise HttpRefusal(404, _NO_CALL)


async def _chat(world: ServedWorld, call: HttpCall) -> HttpReply:
    name = "/".join(call.parts[1:])
    room = world.rooms.get(name)
    if room is None:
        raise HttpRefusal(404, f"no room {name}")
    return room.join(call.user) if call.method == "GET" else await room.post(call)


async def _game(world: ServedWorld, call: HttpCall, *, reject: bool = False) -> HttpReply:
    game = world.game(call.parts[1] if len(call.parts) > 1 else "")
    match call.method, call.parts[2:]:
        case "GET", ():
            _may_watch(game, call)
            await world.serve(game)
            return xml_reply(update_node(game.open(call.user)))
        case "POST", ():
            return await _play(world, game, call, reject=reject)
        case "GET", ("cardInfo",):
            info = game.card_info(call.text("cardId"))
            if info is None:
                raise HttpRefusal(500, f"cardId={call.text('cardId')}: no card id")
            return html_reply(info)
        case "POST", (wish,):
            return _wish(game, call, wish)
    raise HttpRefusal(404, _NO_CALL)


async def _play(world: ServedWorld, game: ServedGame, call: HttpCall, *, reject: bool) -> HttpReply:
    number = call.number("channelNumber")
    decision_id = call.number("decisionId") if "decisionId" in call.form else None
    channel = game.channels.get(call.user, number, world.now())
    note = ""
    if decision_id is not None:
        value = call.form.get("decisionValue")
        note = _about(decision_id, value, game.answer(call.user, decision_id, value, reject=reject))
    await world.serve(game)
    # The right to watch is checked only after the answer was taken (PROTOCOL 3.4).
    _may_watch(game, call)
    if not (channel.queue or channel.warnings):
        game.resume(call.user)
    if not (channel.queue or channel.warnings):
        await world.lot.park(channel)
        game.tick()
        channel.touched = world.now()
    return xml_reply(update_node(game.update(channel)), note)


def _about(decision_id: int, value: str | None, verdict: AnswerCheck | None) -> str:
    """What to say about an answer, nothing if it was taken."""
    match verdict:
        case None:
            why = "ignored, as nothing is asked, or nothing by that number"
        case AnswerCheck.REJECTED:
            why = "not taken, and asked again"
        case AnswerCheck.FATAL:
            why = "it broke the game, as on the real server: the game is cancelled"
        case _:
            return ""
    shown = "no decisionValue" if value is None else f"decisionValue={value}"
    return f"decisionId={decision_id}, {shown}: {why}"


def _wish(game: ServedGame, call: HttpCall, wish: str) -> HttpReply:
    match wish:
        case "concede":
            game.concede(call.user)
        case "cancel":
            game.cancel(call.user)
        case "extendGameTimer":
            game.extend(call.user, call.number("minutesToExtend"))
        case "disableActionTimer":
            game.disable_action_timer(call.user)
        case _:
            raise HttpRefusal(404, _NO_CALL)
    return HttpReply()


def _may_watch(game: ServedGame, call: HttpCall) -> None:
    if not game.may_watch(call.user):
        raise HttpRefusal(403, "no spectators here")


async def _deck(world: ServedWorld, call: HttpCall) -> HttpReply:
    wanted = "/".join(call.parts[1:])
    if wanted in _PUBLIC_DECKS and not world.has_librarian:
        raise HttpRefusal(401, _NO_LIBRARIAN)
    if call.method == "GET":
        return _read_decks(world.decks, call, wanted)
    match wanted:
        case "":
            return world.decks.save(call)
        case "rename":
            return world.decks.rename(call)
        case "delete":
            return world.decks.delete(call)
        case "stats":
            return world.decks.stats(call, world.hall.entry.formats)
    raise HttpRefusal(404, _NO_CALL)


def _read_decks(decks: DeckRoom, call: HttpCall, wanted: str) -> HttpReply:
    owner = LIBRARIAN if wanted in _PUBLIC_DECKS else call.user
    match wanted:
        case "list" | "libraryList":
            return decks.names(owner)
        case "" | "library":
            return decks.show(owner, call.text("deckName"))
        case "html" | "libraryHtml":
            return decks.html(owner, call.form.get("deckName", ""))
    raise HttpRefusal(404, _NO_CALL)


async def _history(world: ServedWorld, call: HttpCall) -> HttpReply:
    _only(call, "GET")
    return world.records.history(call)


async def _replay(world: ServedWorld, call: HttpCall) -> HttpReply:
    _only(call, "GET")
    return world.records.replay(call.raw_path.rpartition("/replay/")[2])


async def _stats(world: ServedWorld, call: HttpCall) -> HttpReply:
    _only(call, "GET")
    match call.parts[1:]:
        case ("playerInfo",):
            kind = world.accounts.by_name[call.user].kind
            body = json.dumps({"name": call.user, "type": kind}, separators=(",", ":"))
            return HttpReply(body.encode(), content_type=JSON)
        case ():
            return xml_reply(node("playerStats", node("casual"), node("competitive")))
    raise HttpRefusal(404, _NO_CALL)


async def _empty_list(_: ServedWorld, call: HttpCall) -> HttpReply:
    """Answer `league` and `tournament`: there are none here."""
    if call.method != "GET" or call.parts[1:] not in ((), ("history",)):
        raise HttpRefusal(404, _NO_CALL)
    return xml_reply(node(f"{call.parts[0]}s"))


async def _admin(world: ServedWorld, call: HttpCall) -> HttpReply:
    if not call.admin:
        raise HttpRefusal(403, "for admins only")
    match call.method, call.parts[1:]:
        case "POST", ("shutdown",):
            world.hall.set_mode(Mode.SHUTDOWN if call.flag("enabled") else Mode.OPERATIONAL)
        case "POST", ("settings", "aitables"):
            world.hall.ai_tables = call.flag("enabled")
        case "POST", ("settings", "privategames"):
            world.hall.private_games = call.flag("enabled")
        case "POST", ("settings", "newaccounts"):
            world.accounts.registration = call.flag("enabled")
        case "POST", ("motd", "update"):
            world.hall.motd = call.text("motd")
        case "POST", ("faults", "clear"):
            world.plan.clear()
        case "POST", ("faults",):
            return _plan(world, call)
        case "GET", ("faults",):
            lines = world.plan.words or ("nothing is planned",)
            return HttpReply("".join(f"{line}\n" for line in lines).encode(), content_type=TEXT)
        case _:
            raise HttpRefusal(404, _NO_CALL)
    world.hall.changed()
    return html_reply("OK")


def _plan(world: ServedWorld, call: HttpCall) -> HttpReply:
    """Plan a fault: what the real server has no call for."""

    def wrong(key: str, why: str) -> NoReturn:
        raise HttpRefusal(400, told=f"{key}: {why}")

    row = {key: value for key, value in typed(call.form).items() if key != "participantId"}
    plan_fault(world.plan, row, wrong)
    return html_reply(f"OK, {world.plan.left} to come")


def _only(call: HttpCall, method: str) -> None:
    if call.method != method:
        raise HttpRefusal(404, _NO_CALL)


_HANDLERS: dict[str, Callable[[ServedWorld, HttpCall], Awaitable[HttpReply]]] = {
    "": _status,
    "hall": _hall,
    "chat": _chat,
    "game": _game,
    "deck": _deck,
    "gameHistory": _history,
    "replay": _replay,
    "playerStats": _stats,
    "league": _empty_list,
    "tournament": _empty_list,
    "admin": _admin,
}
