"""A game of a few steps, written by hand: what it shows can be counted on fingers."""

import json
from pathlib import Path

ME, OTHER = "LightBot", "DarkBot"
WAR_ROOM, LUKE, XWING, RIFLE = "1_139", "1_19", "1_146", "1_158"
_DECK = f"{WAR_ROOM},{LUKE},{LUKE},{XWING},{RIFLE},{RIFLE}"
_FLAGS = " ".join(
    f'{flag}="false"' for flag in ("collapsed", "frozen", "horizontal", "inverted", "sideways", "suspended")
)
_NUMBERS = (
    'attackingNumDestinyInAttack="0" attackingPowerOrFerocityInAttack="-1" darkBattleAttritionRemaining="0" '
    'darkBattleDamageRemaining="0" darkBattleNumBattleDestiny="0" darkBattleNumDestinyToAttrition="0" '
    'darkBattleNumDestinyToPower="0" darkBattlePower="-1" darkDuelOrLightsaberCombatNumDestiny="0" '
    'darkDuelOrLightsaberCombatTotal="-1" darkForceGeneration="1" darkImmuneToRemainingAttrition="false" '
    'darkPoliticsTotal="-1" darkRaceTotal="-1" darkSabaccTotal="-1" defendingNumDestinyInAttack="0" '
    'defendingPowerOrFerocityInAttack="-1" lightBattleAttritionRemaining="0" lightBattleDamageRemaining="0" '
    'lightBattleNumBattleDestiny="0" lightBattleNumDestinyToAttrition="0" lightBattleNumDestinyToPower="0" '
    'lightBattlePower="-1" lightDuelOrLightsaberCombatNumDestiny="0" lightDuelOrLightsaberCombatTotal="-1" '
    'lightForceGeneration="3" lightImmuneToRemainingAttrition="false" lightPoliticsTotal="-1" '
    'lightRaceTotal="-1" lightSabaccTotal="-1"'
)
_QUESTION = (
    f'<ge decisionType="MULTIPLE_CHOICE" id="1" participantId="{ME}" text="Select OK to start game" type="D">'
    '<parameter name="defaultIndex" value="-1"/><parameter name="results" value="OK"/></ge>'
)


def small_journal(path: Path) -> Path:
    """Write it.

    Both Lukes and the X-wing are in the opening hand. One Luke is deployed in turn 1, a rifle is drawn in the
    opponent's turn, the X-wing is lost from hand, and the opponent wins. The other rifle is never seen.
    """
    steps = [
        _put(WAR_ROOM, 121, "LOCATIONS", system="Yavin 4")
        + _put(LUKE, 131, "HAND")
        + _put(LUKE, 132, "HAND")
        + _put(XWING, 133, "HAND")
        + _numbers(hand=3, reserve=50)
        + f'<ge participantId="{ME}" type="TC"/>'
        + '<ge phase="Activate (turn #1)" type="GPC"/>',
        '<ge phase="Deploy (turn #1)" type="GPC"/>'
        '<ge otherCardIds="131" type="RCFP"/>'
        + _put(LUKE, 141, "AT_LOCATION")
        + _numbers(hand=2, reserve=50),
        f'<ge participantId="{OTHER}" type="TC"/><ge phase="Activate (turn #1)" type="GPC"/>'
        + _numbers(hand=2, reserve=50),
        _put(RIFLE, 142, "HAND") + _numbers(hand=3, reserve=49),
        '<ge otherCardIds="133" type="RCFP"/>'
        + _put(XWING, 143, "TOP_OF_LOST_PILE")
        + _numbers(hand=2, reserve=49, lost=1),
        f'<ge message="{OTHER} is the winner due to: Depleted opponent\'s Life Force" type="M"/>',
    ]
    head = {"kind": "head", "bot": "b", "strategy": "s", "format": 1, "deck": f"{_DECK}|"}
    start = (
        f'<ge allParticipantIds="{OTHER},{ME}" participantId="{ME}" type="P"/>'
        f'<ge participantId="{OTHER}" type="TC"/><ge phase="Play starting cards" type="GPC"/>'
        + _numbers(hand=0, reserve=54)
    )
    lines = [head, _exchange("GET", "gameState", start + _QUESTION)]
    for number, step in enumerate(steps, start=1):
        asked = "" if number == len(steps) else _QUESTION
        lines.append(_exchange("POST", "update", step + asked))
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    return path


def _put(card: str, number: int, zone: str, *, system: str = "") -> str:
    name = f'systemName="{system}" ' if system else ""
    return (
        f'<ge blueprintId="{card}" cardId="{number}" {_FLAGS} locationIndex="0" participantId="{ME}" '
        f'phase="DEPLOY" {name}type="PCIP" zone="{zone}" zoneOwnerId="{ME}"/>'
    )


def _numbers(*, hand: int, reserve: int, lost: int = 0) -> str:
    mine = f'HAND="{hand}" LOST_PILE="{lost}" RESERVE_DECK="{reserve}" name="{ME}"'
    other = f'HAND="8" LOST_PILE="0" RESERVE_DECK="52" name="{OTHER}"'
    rest = 'FORCE_PILE="0" OUT_OF_PLAY="0" SABACC_HAND="0" USED_PILE="0"'
    return (
        f'<ge {_NUMBERS} type="GS"><playerZones {rest} {other}/><playerZones {rest} {mine}/>'
        '<darkPowerAtLocations locationIndex0="-1"/><lightPowerAtLocations locationIndex0="-1"/></ge>'
    )


def _exchange(method: str, root: str, events: str) -> dict[str, object]:
    form = {"channelNumber": "1", "decisionId": "1", "decisionValue": "0"} if method == "POST" else {}
    body = f'<?xml version="1.0" encoding="UTF-8"?><{root} cn="1">{events}</{root}>'
    return {"method": method, "path": "/game/g", "form": form, "status": 200, "ms": 1, "body": body, "t": 1}
