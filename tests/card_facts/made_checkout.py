"""A tiny checkout of definitions, made by hand in the style of a server's: building blocks, and cards of them."""

from pathlib import Path

from tools.card_facts.library import CARDS, COMMON, LOGIC

_BLOCKS = {
    f"{COMMON}/CardCategory.java": "public enum CardCategory { CHARACTER, LOCATION, EFFECT }",
    f"{COMMON}/CardType.java": "public enum CardType { ALIEN, LOCATION, EFFECT }",
    f"{COMMON}/CardSubtype.java": "public enum CardSubtype { SITE, USED, LOST }",
    f"{COMMON}/Icon.java": "public enum Icon { PILOT, DARK_FORCE, LIGHT_FORCE, VIRTUAL_SET_3, ALIEN }",
    f"{COMMON}/Keyword.java": "public enum Keyword { DOG, GOOD_DOG }",
    f"{COMMON}/Side.java": "public enum Side { DARK, LIGHT }",
    f"{COMMON}/Phase.java": "public enum Phase { CONTROL, MOVE }",
    f"{COMMON}/Uniqueness.java": "public enum Uniqueness { UNIQUE, UNRESTRICTED }",
    f"{COMMON}/Title.java": 'public class Title { public static final String Kennel = "Kennel: Yard"; }',
    f"{COMMON}/ExpansionSet.java": 'public enum ExpansionSet { FIRST("First", 1), DOGS("Dogs", 77); }',
    f"{LOGIC}/filters/Filter.java": """
        public abstract class Filter { public final boolean accepts(SwccgGame game, PhysicalCard physicalCard) { return true; } }""",
    f"{LOGIC}/filters/Filters.java": """
        public class Filters {
            public static final Filter any = new Filter() { };
            public static final Filter dog = Filters.and(CardCategory.CHARACTER, Filters.or(Keyword.DOG, Keyword.GOOD_DOG));
            public static final Filter here = Filters.at(Filters.title(Title.Kennel));
            public static Filter at(final Filterable locationFilter) { return new Filter() { }; }
            public static Filter title(final String title) { return new Filter() { }; }
            public static Filter your(final String playerId) { return new Filter() { }; }
            public static Filter your(final PhysicalCard card) { return new Filter() { }; }
            public static Collection<PhysicalCard> filterActive(SwccgGame game, PhysicalCard source, Filterable filters) { return null; }
            public static PhysicalCard findFirstActive(SwccgGame game, PhysicalCard source, Filterable filters) { return null; }
            public static Filter in(final Collection<PhysicalCard> cards) { return new Filter() { }; }
            public static Filter playful(String playerId) { return Filters.your(playerId); }
        }""",
    f"{LOGIC}/logic/modifiers/PowerModifier.java": """
        public class PowerModifier extends AbstractModifier {
            public PowerModifier(PhysicalCard source, int amount) { this(source, source, null, amount); }
            public PowerModifier(PhysicalCard source, Filterable affectFilter, Condition condition, int amount) {
                super(source, "Power is changed", affectFilter, condition); }
            public PowerModifier(PhysicalCard source, Filterable affectFilter, Evaluator evaluator) {
                super(source, "Power is changed", affectFilter, null); }
        }""",
    f"{LOGIC}/logic/conditions/NotCondition.java": """
        public class NotCondition implements Condition { public NotCondition(Condition condition) { _c = condition; } }""",
    f"{LOGIC}/logic/conditions/BarksCondition.java": """
        public class BarksCondition implements Condition { public BarksCondition(PhysicalCard card, int count) { } }""",
    f"{LOGIC}/logic/evaluators/ConstantEvaluator.java": """
        public class ConstantEvaluator implements Evaluator { public ConstantEvaluator(float value) { } }""",
    f"{LOGIC}/logic/effects/LoseForceEffect.java": """
        public class LoseForceEffect extends AbstractEffect {
            public LoseForceEffect(Action action, String playerToLoseForce, float amount) { super(action); } }""",
    f"{LOGIC}/logic/effects/TargetCardEffect.java": """
        public abstract class TargetCardEffect extends AbstractEffect {
            public TargetCardEffect(Action action, String playerId, String choiceText, Filterable filters) { super(action); }
            protected abstract void cardTargeted(int targetGroupId, PhysicalCard targetedCard); }""",
    f"{LOGIC}/logic/effects/PetEffect.java": """
        public class PetEffect extends AbstractEffect { public PetEffect(Action action, PhysicalCard card) { super(action); } }""",
    f"{CARDS}/GameConditions.java": """
        public class GameConditions {
            public static boolean isOncePerTurn(SwccgGame game, PhysicalCard self, String playerId, int gameTextSourceCardId) { return true; }
            public static boolean isDuringYourPhase(SwccgGame game, String playerId, Phase phase) { return true; } }""",
    f"{LOGIC}/logic/TriggerConditions.java": "public class TriggerConditions { }",
    f"{CARDS}/AbstractSwccgCardBlueprint.java": """
        public abstract class AbstractSwccgCardBlueprint {
            protected AbstractSwccgCardBlueprint(Side side, Float destiny, String title, Uniqueness uniqueness) { setSide(side); }
            protected void addIcon(Icon icon, int count) { } }""",
    f"{CARDS}/AbstractDog.java": """
        public abstract class AbstractDog extends AbstractSwccgCardBlueprint {
            protected AbstractDog(Side side, float destiny, float deployCost, float power, String title, Uniqueness uniqueness) {
                super(side, destiny, title, uniqueness);
                setCardCategory(CardCategory.CHARACTER);
                addCardType(CardType.ALIEN);
                addIcon(Icon.ALIEN, 1); } }""",
    f"{CARDS}/AbstractYard.java": """
        public abstract class AbstractYard extends AbstractSwccgCardBlueprint {
            protected AbstractYard(Side side, String title, Uniqueness uniqueness) {
                super(side, 0f, title, uniqueness);
                setCardCategory(CardCategory.LOCATION); setCardSubtype(CardSubtype.SITE); } }""",
}  # fmt: skip

ROVER = """
    public class Card1_001 extends AbstractDog {
        public Card1_001() {
            super(Side.DARK, 2, 3, 4, "Rover", Uniqueness.UNIQUE);
            setLore("A very long story that nobody is to find anywhere in the index of cards.");
            addIcons(Icon.PILOT);
            addKeyword(Keyword.GOOD_DOG);
        }
        @Override
        protected List<Modifier> getGameTextWhileActiveInPlayModifiers(SwccgGame game, final PhysicalCard self) {
            List<Modifier> modifiers = new LinkedList<Modifier>();
            modifiers.add(new PowerModifier(self, Filters.and(Filters.your(self), Filters.here), new BarksCondition(self, 2), 3));
            return modifiers;
        }
    }"""


def write(folder: Path, **cards: str) -> Path:
    """A checkout with the cards that are given, as `Card1_001="public class Card1_001 ..."`."""
    for name, source in _BLOCKS.items():
        file = folder / "src" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source, "utf-8")
    for name, source in cards.items():
        file = (
            folder
            / "src"
            / CARDS
            / f"set{name.removeprefix('Card').partition('_')[0]}"
            / "dark"
            / f"{name}.java"
        )
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source, "utf-8")
    return folder
