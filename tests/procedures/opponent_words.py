"""The words of the procedural opponent of another game, as its procedure files use them."""

from gemp_bot.procedures import CapabilityKey, Fact, NumberKey, Type, Vocabulary

KINDS = (
    *("LEAD", "SURPASS", "SEIZE", "CARD", "ADMINISTRATION", "AGGRESSION", "CONSTRUCTION", "MOBILIZATION"),
    *("PRELUDE", "COURT", "AGENTS", "COMBAT", "MOVEMENT", "WISDOM", "ZEAL", "ACTIONS", "FATE_ACTIONS"),
)
_NUMBERS = (
    *("markers.available", "bot.hand", "bot.winning_undeclared", "bot.seize_counter", "roll.die"),
    *("bot.starports", "bot.cities", "bot.claims", "bot.unbuilt_cities", "bot.agents", "bot.power"),
    *("bot.resources", "player.power", "court.agents", "court.rivals", "card.actions"),
    *("option.score", "option.number", "option.trophies", "option.slots", "option.loyal_ships"),
    *("option.rival_ships", "option.agents", "option.rivals", "option.captives_count", "option.keys"),
    *("option.ours", "option.theirs", "option.dice", "option.battles", "option.actions", "option.ships"),
)
_FLAGS = (
    *("round.seized", "event.critical", "loyal.controlled", "bot.flagship", "bot.can_upgrade_here"),
    *("bot.winning_declared", "bot.first_regent", "bot.objective_done", "trust.would_contend"),
    *("council.in_session", "declared.tycoon", "declared.empath", "declared.keeper"),
    *("option.playable", "option.declared", "option.effective", "option.captives", "option.agents_lead"),
    *("option.claim", "option.upgrade_planet", "option.saves", "option.takes", "option.blight"),
    *("option.gate", "option.gathers", "option.defends", "option.new_resource", "option.rival_control"),
    *("option.by_rival_starport", "option.by_loyal_starport", "option.bot_control", "option.task_force"),
    *("option.fresh", "option.relic_card", "option.bonus_card", "option.outraged", "option.loyal"),
    *("option.outrage", "option.ransack", "option.loses_ambition", "option.double_city"),
    *("option.uncovers_bonus", "option.keeps_origin"),
)
_TEXTS = {
    "goal.kind": ("", "trophies", "raid", "control", "claims"),
    "option.action": ("", "secure", "tax", "influence", "move", "battle", "build", "repair", "ability"),
    "option.contends": ("", "declared", "undeclared"),
    "option.lead": ("", "declared", "undeclared"),
    "option.card": ("", "vox", "council", "intrigue", "attached", "lore", "bargain"),
    "option.attached": ("", "faithful", "guild"),
    "option.building": ("", "starport", "city", "ship"),
    "option.standing": ("", "winning", "tied", "second"),
    "option.resource": ("", "material", "fuel", "weapon", "relic", "psionic"),
    "option.use": ("", "starport", "city", "ship", "combat", "secure", "tax"),
}
OPPONENT = Vocabulary(
    KINDS,
    (
        *(Fact(name, Type.NUMBER, "a number of the board") for name in _NUMBERS),
        *(Fact(name, Type.FLAG, "a mark of the board") for name in _FLAGS),
        *(Fact(name, Type.TEXT, "a word of the board", choices=words) for name, words in _TEXTS.items()),
    ),
    weights=(NumberKey("extra_actions", "actions", 0, 0, 2, "further actions a card gives"),),
    capabilities=(CapabilityKey("always_helped", "it is helped while it is ahead as well", default=False),),
)
