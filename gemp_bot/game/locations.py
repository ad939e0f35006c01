"""Laying locations: where a new column goes, and converting a location of the same name.

The columns of one system stand together: the system, then its sectors, then its sites. Sites that stand side
by side there are adjacent.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.cards import CardType, Uniqueness
from gemp_bot.cards.titles import folded
from gemp_bot.decisions.kinds import ActionKind, PromptKind, ResponseTrigger
from gemp_bot.game.choices import LEFT_OR_RIGHT, RIGHT, PickCards, PickResult
from gemp_bot.game.context import GameContext, Run
from gemp_bot.game.game_events import ActionTaken
from gemp_bot.game.state import State
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.facts import PlaceKind

_ORDER = {PlaceKind.SYSTEM: 0, PlaceKind.SECTOR: 1, PlaceKind.SITE: 2}
_A_SYSTEM = {Uniqueness.ONE_A_SYSTEM: 1, Uniqueness.THREE_A_SYSTEM: 3}


def group_of(piece: CardInPlay) -> str:
    """The system a location belongs to by its title; its own title for one that belongs to none."""
    location = piece.facts.location
    return (location.system if location is not None else "") or piece.card.title


def convertible(places: Iterable[Location], piece: CardInPlay) -> Location | None:
    """The opponent's location of the same name, which this one would take the place of."""
    for place in places:
        if place.laid.card.title == piece.card.title and place.laid.side is not piece.side:
            return place
    return None


def systems_for(run: GameContext, piece: CardInPlay, system: str = "") -> tuple[str, ...]:
    """The systems a location can be laid at now, or whether at one; none if it cannot (rules 21.12)."""
    found = open_systems(run.state.locations, piece, run.legality.forbidden)
    return tuple(each for each in found if folded(each) == folded(system)) if system else found


def open_systems(
    places: Sequence[Location], piece: CardInPlay, forbidden: Callable[[CardInPlay, Location], bool]
) -> tuple[str, ...]:
    """The systems that a location can be laid at among those on table; none if it cannot (rules 21.12).

    Args:
        places: all columns of the table.
        piece: the location.
        forbidden: whether texts keep it from a place.
    """
    title = piece.card.title
    if not piece.facts.generic:
        mine = sum(place.laid.card.title == title for place in places)
        most = piece.facts.identity.copies or 1
        if convertible(places, piece) is not None:
            return (group_of(piece),)
        return (group_of(piece),) if mine < most else ()
    most = _A_SYSTEM.get(piece.card.uniqueness, 1)
    planets = dict.fromkeys(
        place.group
        for place in places
        if place.laid.facts.planet and not place.laid.facts.generic and not forbidden(piece, place)
    )
    return tuple(
        group
        for group in planets
        if sum(place.group == group and place.laid.card.title == title for place in places) < most
    )


def lay_first(run: GameContext, piece: CardInPlay) -> None:
    """Lay a location at the start of the game: at the right end of its system or of the table."""
    group = group_of(piece)
    run.state.lay(piece, _ends(run.state, piece, group)[1], group)


def deploy_location(run: GameContext, side: Side, piece: CardInPlay, system: str = "") -> Run[bool]:
    """Deploy a location: it is free; where its column goes may be a choice (PROTOCOL 6.8)."""
    state = run.state
    groups = systems_for(run, piece, system)
    group = groups[0]
    if len(groups) > 1:
        heads = {_head(state, each): each for each in groups}
        answer = yield PickCards(
            side, PromptKind.DEPLOY_AS_RELATED, tuple(heads), 0, 1, piece.id, ActionKind.DEPLOY
        )
        if not isinstance(answer, tuple) or not answer:
            return False
        group = heads[answer[0]]
    old = None if piece.facts.generic else convertible(state.locations, piece)
    column = 0
    if old is None:
        left, right = _ends(state, piece, group)
        column = right
        if left != right:
            beside = state.locations[left].laid.id
            answer = yield PickResult(
                side, PromptKind.SIDE_OF_LOCATION, LEFT_OR_RIGHT, subject=piece.id, beside=beside
            )
            column = right if answer == RIGHT else left
    run.tell(ActionTaken, side, ActionKind.DEPLOY, piece.id)
    if old is not None:
        state.convert(piece, old)
        yield from run.window(side, ResponseTrigger.CONVERTED, (piece.id,))
    else:
        state.lay(piece, column, group)
        yield from run.window(side, ResponseTrigger.DEPLOYED, (piece.id,))
    return True


def _head(state: State, group: str) -> int:
    return next(place.laid.id for place in state.locations if place.group == group)


def _ends(state: State, piece: CardInPlay, group: str) -> tuple[int, int]:
    """The columns left and right of those of its kind in its system; both ends of the table for a new one."""
    mine = list(_of_group(state, group))
    if not mine:
        return 0, len(state.locations)
    order = _order(piece)
    alike = [place.column for place in mine if _order(place.laid) == order]
    if alike:
        return alike[0], alike[-1] + 1
    before = [place.column for place in mine if _order(place.laid) < order]
    column = before[-1] + 1 if before else mine[0].column
    return column, column


def _of_group(state: State, group: str) -> Iterator[Location]:
    return (place for place in state.locations if place.group == group)


def _order(piece: CardInPlay) -> int:
    location = piece.facts.location
    assert location is not None and piece.card.type == CardType.LOCATION  # noqa: S101, PT018
    return _ORDER[location.kind]
