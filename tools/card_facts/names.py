"""How methods and parameters of definitions are called in the index."""

import re
from typing import Final

from gemp_bot.cards.texts import Moment

STANDING: Final = {
    "getGameTextWhileActiveInPlayModifiers": "active",
    "getGameTextWhileActiveInPlayModifiersEvenIfUnpiloted": "unpiloted",
    "getGameTextWhileInPlayEvenIfGameTextCanceledModifiers": "unpiloted",
    "getGameTextAlwaysOnModifiers": "always",
    "getAlwaysOnModifiers": "always",
    "getGameTextDarkSideWhileActiveModifiers": "dark",
    "getGameTextLightSideWhileActiveModifiers": "light",
    "getGameTextWhileInactiveInPlayModifiers": "inactive",
    "getGameTextWhileStackedModifiers": "stacked",
    "getWhileStackedModifiers": "stacked",
    "getWhileInPlayModifiers": "active",
    "getGameTextWhileOutOfPlayModifiers": "out_of_play",
    "getGameTextModifiers": "active",
}
"""Methods that list what changes numbers and rules, and while the card is what."""

SELECTORS: Final = {
    "getGameTextValidDeployTargetFilter": "deploy_on",
    "getValidDeployTargetFilter": "deploy_on",
    "getValidTargetFilterToRemainAttachedTo": "remains_on",
    "getGameTextValidToUseWeaponFilter": "used_by",
    "getGameTextValidToUseDeviceFilter": "used_by",
    "getGameTextValidPilotFilter": "pilots",
    "getGameTextValidDriverFilter": "drivers",
    "getGameTextValidTargetFilterToRemainAttachedTo": "remains_on",
    "getGameTextValidTargetFilterToRemainAttachedToAfterCrossingOver": "remains_after_crossing",
    "getGameTextValidUtinniEffectTargetFilter": "utinni_target",
    "getGameTextValidUtinniEffectTargetFilterToRemainTargeting": "utinni_remains",
    "getGameTextHabitatFilter": "habitat",
    "getGameTextValidPassengerFilter": "passengers",
    "getGameTextValidApprenticeFilter": "apprentice",
    "getGameTextValidMentorFilter": "mentor",
    "getGameTextValidStarshipOrVehicleSimultaneousDeployTargetFilter": "deploys_with",
    "checkGameTextDeployRequirements": "deploys_when",
    "getGameTextPlayCardOptions": "options",
    "isMovesLikeStarfighter": "moves_like_starfighter",
    "isDeploysLikeStarfighter": "deploys_like_starfighter",
    "isMovesLikeCharacter": "moves_like_character",
    "canPlayCardDuringCurrentPhase": "phase",
    "getSpecialDefenseValue": "defense",
    "getGameTextMaintenanceMaintainCost": "maintain",
    "getGameTextMaintenanceRecycleCost": "recycle",
}
"""Methods that give one selector, condition or number."""

ABOARD: Final = frozenset({"getGameTextPermanentsAboard"})
FIRING: Final = {"getGameTextPermanentWeapon": "weapon", "getGameTextFireWeaponActions": "shots"}

UNPILOTED: Final = "EvenIfUnpiloted"
"""In the name of a method: what it gives works for a starship or vehicle that nobody pilots, too."""
_MOMENTS: Final = {
    "WhileStacked": Moment.STACKED,
    "InHand": Moment.IN_HAND,
    "DrawnAsDestiny": Moment.DRAWN,
    "LeavesTable": Moment.LEAVES,
    "WhenDeployedAction": Moment.DEPLOYED,
    "AfterDeploymentCompleted": Moment.SET_UP,
    "StartingAction": Moment.STARTING,
    "TopLevel": Moment.ACTION,
    "OptionalAfter": Moment.AFTER,
    "OptionalBefore": Moment.BEFORE,
    "RequiredBefore": Moment.MUST_BEFORE,
    "Required": Moment.MUST_AFTER,
    "InsertCardRevealed": Moment.MUST_AFTER,
}
"""Words in the names of methods that give actions, and when those come about; the first one counts."""


SHOWN: Final = frozenset(
    {
        "getDisplayableInformation",
        "getTitleAbbreviated",
        "hasSpecialDefenseValueAttribute",
        "hasArmorAttribute",
    }
)
"""Methods that tell nothing that the others do not."""

ONLY_HOLDING: Final = re.compile(r"(Play|TopLevel|Required|Optional|ObjectiveDeployed|Sub).*Action")
"""Actions that do only what is appended to them; others do something of their own."""


def moment_of(method: str) -> Moment | None:
    """When the actions of a method are offered or come about; None for a method that gives none."""
    if not re.match(r"get(EpicEvent|Opponents?Card|Opponents)?(GameText|RequiredAfter)", method):
        return None
    return next((moment for word, moment in _MOMENTS.items() if word in method), None)


PRINTED: Final = {
    **{
        each: each
        for each in (
            *("side", "title", "destiny", "power", "ability", "forfeit", "armor", "maneuver"),
            *("hyperspeed", "landspeed", "ferocity", "parsec", "uniqueness", "politics", "rarity"),
        )
    },
    "systemName": "system",
    "deployCost": "deploy",
    "setArmor": "armor",
    "setManeuver": "maneuver",
    "setPolitics": "politics",
}
"""Parameters of constructors, and calls in them, that are printed on the card."""

TRAITS: Final = {
    "setCardCategory": "category",
    "addCardType": "types",
    "resetCardType": "types",
    "setCardSubtype": "subtypes",
    "addIcon": "icons",
    "addIcons": "icons",
    "addKeyword": "keywords",
    "addKeywords": "keywords",
    "addPersona": "personas",
    "addPersonas": "personas",
    "setSpecies": "species",
    "addModelType": "models",
    "addModelTypes": "models",
    "addImmuneToCardTitle": "immune_to",
    "setPilotCapacity": "pilots",
    "setPassengerCapacity": "passengers",
    "setPilotOrPassengerCapacity": "pilots_or_passengers",
    "setDriverCapacity": "pilots",
    "setAstromechCapacity": "astromechs",
    "setVehicleCapacity": "vehicles",
    "setTIECapacity": "ties",
    "setStarfighterCapacity": "starfighters",
    "setCapitalStarshipCapacity": "capital_starships",
    "setMatchingPilotFilter": "matching_pilot",
    "setMatchingStarshipFilter": "matching_starship",
    "setMatchingVehicleFilter": "matching_vehicle",
    "setMatchingCharacterFilter": "matching_character",
    "setMatchingWeaponFilter": "matching_weapon",
    "setMatchingSystem": "matching_system",
    "addComboCardTitles": "combo_of",
    "addMayNotBePartOfSystem": "never_of_system",
    "setDeploysAsUndercoverSpy": "deploys_undercover",
    "setMayDeployAsUndercoverSpy": "may_deploy_undercover",
    "setMayNotBePlacedInReserveDeck": "never_in_reserve",
    "setDoesNotCountTowardDeckLimit": "outside_deck",
    "setAlwaysStolen": "always_stolen",
    "addSpecialRulesInEffectHere": "special_rules",
    "setImmuneToOpponentsObjective": "immune_to_objective",
    "setAlternateDestiny": "alternate_destiny",
    "setVirtualSuffix": "virtual",
    "setFrontOfDoubleSidedCard": "double_sided",
}
"""What a definition sets of its card and no number is printed for."""

PARAMETERS: Final = {
    **dict.fromkeys(
        (
            *("filters", "filter", "cardFilter", "targetFilters", "targetFilter", "affectFilter"),
            *("affectedFilter", "spotFilters", "participantFilter"),
        ),
        "who",
    ),
    "locationFilter": "where",
    "locationFilters": "where",
    "condition": "when",
    "if": "when",
    "else": "otherwise",
    "conditions": "of",
    **dict.fromkeys(("evaluator", "modifierAmount", "amountOfForce"), "amount"),
    **dict.fromkeys(("playerId", "yourPlayerId", "playerToLoseForce"), "player"),
    "sourceCard": "card",
    "cardToFlip": "card",
    "systemName": "system",
    "wordOrPhrase": "words",
    "modelType": "model",
    "spotOverrides": "including",
    "aDefault": "default",
    **dict.fromkeys(
        (
            *("conditionFulfilled", "cardTargeted", "cardsTargeted", "cardSelected", "cardsSelected"),
            *("destinyDraws", "performActionResults", "doPlayEffect", "decisionMade"),
            *("validDecisionMade", "pileChosen", "refreshedPrintedDestinyValues"),
        ),
        "then",
    ),
    "gameTextActionId": "use",
    "numberOfDraws": "draws",
}
"""Words of the field for parameters that are often met."""

DROPPED: Final = frozenset(
    {"choiceText", "actionMsg", "actionText", "text", "message", "msg", "msgText"}
    | {"useAcceptsCount", "skipInBattleCheck", "skipCardPileExistsCheck", "skipCanceledCheck"}
    | {"possibleResults", "defaultIndex", "personas", "titles", "effectResult"}
)
"""Parameters that tell nothing of what a card does: words that are shown, settings of the server's checks."""
