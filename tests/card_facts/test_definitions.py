"""What is read of definitions: standing texts, actions, selectors, traits, of little cards of our own."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from made_checkout import ROVER, write

from gemp_bot.cards.labels import label_digest
from gemp_bot.cards.texts import CardAction, CardText, Moment, Standing, Term, Value
from tools.card_facts.library import Library
from tools.card_facts.records import Definition, read_definition, snake

Read: TypeAlias = Callable[[str], Definition]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(write(tmp_path_factory.mktemp("checkout")) / "src")


@pytest.fixture
def read(library: Library, tmp_path: Path) -> Read:
    def read_one(source: str) -> Definition:
        file = tmp_path / "Card1_001.java"
        file.write_text(source, "utf-8")
        return read_definition(library, file)

    return read_one


def term(name: str, **args: Value) -> Term:
    return Term(name, args)


def modifiers(body: str) -> str:
    return f"""
        public class Card1_001 extends AbstractDog {{
            public Card1_001() {{ super(Side.DARK, 2, 3, 4, "Rover", Uniqueness.UNIQUE); }}
            protected List<Modifier> getGameTextWhileActiveInPlayModifiers(
                    SwccgGame game, PhysicalCard self) {{
                List<Modifier> modifiers = new LinkedList<Modifier>();
                String playerId = self.getOwner();
                {body}
                return modifiers;
            }}
        }}"""


def actions(body: str, method: str = "getGameTextTopLevelActions", before: str = "") -> str:
    return f"""
        public class Card1_001 extends AbstractDog {{
            {before}
            public Card1_001() {{ super(Side.DARK, 2, 3, 4, "Rover", Uniqueness.UNIQUE); }}
            protected List<TopLevelGameTextAction> {method}(
                    String playerId, SwccgGame game, PhysicalCard self, int gameTextSourceCardId) {{
                {body}
            }}
        }}"""


ACTION = """
    final TopLevelGameTextAction action = new TopLevelGameTextAction(self, gameTextSourceCardId);
    action.setText("Pet a dog");
"""


def test_a_card(read: Read) -> None:
    found = read(ROVER)
    here = term("at", where=term("title", title="Kennel: Yard"))
    power = term("power", who=term("and", of=(term("your", card="$self"), here)),
                 when=term("barks", card="$self", count=2), amount=3)  # fmt: skip
    assert found.text == CardText(
        standing=(Standing("active", power),),
        traits={
            "category": ("character",), "types": ("alien",), "icons": ("alien", "pilot"),
            "keywords": ("good_dog",),
        },
    )  # fmt: skip
    assert found.printed == {
        "side": "dark", "destiny": 2, "deploy": 3, "power": 4, "title": "Rover", "uniqueness": "unique",
    }  # fmt: skip
    assert not found.problems


def the_terms(found: Definition) -> list[tuple[Term, tuple[Value, ...]]]:
    return [(each.term, each.guard) for each in found.text.standing]


def test_one_constructor_passes_on_to_another(read: Read) -> None:
    assert the_terms(read(modifiers("modifiers.add(new PowerModifier(self, 2));"))) == [
        (term("power", who="$self", amount=2), ())
    ]


def test_constants_of_filters_are_followed_to_what_they_are_made_of(read: Read) -> None:
    dog = term("and", of=(
        term("category", category="character"),
        term("or", of=(term("keyword", keyword="dog"), term("keyword", keyword="good_dog"))),
    ))  # fmt: skip
    found = read(modifiers("modifiers.add(new PowerModifier(self, Filters.dog, null, 1));"))
    assert the_terms(found) == [(term("power", who=dog, amount=1), ())]
    found = read(modifiers("modifiers.add(new PowerModifier(self, Filters.any, new ConstantEvaluator(2f)));"))
    assert the_terms(found) == [(term("power", who=term("any"), amount=2), ())]
    found = read(modifiers("modifiers.add(new PowerModifier(self, Filters.playful(playerId), null, 1));"))
    assert the_terms(found) == [(term("power", who=term("your", player="$you"), amount=1), ())]


def test_a_variable_is_what_it_was_set_to(read: Read) -> None:
    chosen = "int amount = 1; if (self.isGood()) { amount = 2; } amount += 1;"
    ((found, guard),) = the_terms(
        read(modifiers(f"{chosen} modifiers.add(new PowerModifier(self, Filters.any, null, amount));"))
    )
    good = term("is_good", of="$self")
    assert found.get("amount") == term("sum", left=term("choose", when=good, then=2, otherwise=1), right=1)
    assert guard == ()


def test_what_is_under_an_if_is_guarded_and_what_comes_after_a_return_too(read: Read) -> None:
    body = """
        if (self.isGood() && !self.isOld()) { modifiers.add(new PowerModifier(self, 1)); }
        if (self.isBad()) { return null; }
        modifiers.add(new PowerModifier(self, 2));"""
    good, old, bad = (term(name, of="$self") for name in ("is_good", "is_old", "is_bad"))
    assert [guard for _, guard in the_terms(read(modifiers(body)))] == [
        (term("not", of=bad), good, term("not", of=old)),
        (term("not", of=bad),),
    ]


def test_an_action(read: Read) -> None:
    body = f"""
        if (GameConditions.isOncePerTurn(game, self, playerId, gameTextSourceCardId)
                && GameConditions.isDuringYourPhase(game, playerId, Phase.MOVE)) {{
            {ACTION}
            action.appendCost(new LoseForceEffect(action, playerId, 1));
            action.appendTargeting(new TargetCardEffect(action, playerId, "Choose a dog", Filters.dog) {{
                @Override
                protected void cardTargeted(int targetGroupId, PhysicalCard targetedCard) {{
                    action.addAnimationGroup(targetedCard);
                    action.appendEffect(new PetEffect(action, targetedCard));
                }}
            }});
            return Collections.singletonList(action);
        }}
        return null;"""
    (action,) = read(actions(body)).text.actions
    assert action.moment is Moment.ACTION
    assert action.label == label_digest("Pet a dog")
    assert [each.name for each in action.when if isinstance(each, Term)] == [
        "is_once_per_turn", "is_during_your_phase",
    ]  # fmt: skip
    cost, target = action.steps
    assert cost == term("cost", what=term("lose_force", player="$you", amount=1))
    what = target.get("what")
    assert target.name == "target"
    assert isinstance(what, Term)
    assert (what.name, what.get("player")) == ("target_card", "$you")
    assert what.get("then") == (term("effect", what=term("pet", card="$target1")),)


def test_what_a_label_does_not_tell_is_a_star(read: Read) -> None:
    body = "final TopLevelGameTextAction action = new TopLevelGameTextAction(self, gameTextSourceCardId);"
    text = 'action.setText("Pet " + GameUtils.getCardLink(self) + " now");'
    (action,) = read(actions(f"{body} {text} return Collections.singletonList(action);")).text.actions
    assert action.label == label_digest("Pet <div class='cardHint'>Rover</div> now")


@pytest.mark.parametrize(
    ("method", "moment"),
    [
        ("getGameTextOptionalAfterTriggers", Moment.AFTER),
        ("getGameTextRequiredBeforeTriggers", Moment.MUST_BEFORE),
        ("getGameTextDarkSideTopLevelActions", Moment.ACTION),
        ("getOpponentsCardGameTextTopLevelActions", Moment.ACTION),
        ("getGameTextTopLevelWhileStackedActions", Moment.STACKED),
        ("getGameTextLeavesTableRequiredTriggers", Moment.LEAVES),
    ],
)
def test_when_an_action_is_offered(read: Read, method: str, moment: Moment) -> None:
    found = read(actions(f"{ACTION} return Collections.singletonList(action);", method))
    assert [each.moment for each in found.text.actions] == [moment]


def test_a_method_of_its_own_and_a_field_are_followed(read: Read) -> None:
    before = """
        private static final int MANY = 7;
        private Filter dogs(PhysicalCard self) { return Filters.and(Filters.your(self), Filters.here); }"""
    body = f"{ACTION} action.appendEffect(new LoseForceEffect(action, playerId, MANY));"
    body += 'action.appendEffect(new TargetCardEffect(action, playerId, "", dogs(self)) { });'
    body += "return Collections.singletonList(action);"
    (action,) = read(actions(body, before=before)).text.actions
    force, target = (each.get("what") for each in action.steps)
    assert force == term("lose_force", player="$you", amount=7)
    assert isinstance(target, Term)
    here = term("at", where=term("title", title="Kennel: Yard"))
    assert target.get("who") == term("and", of=(term("your", card="$self"), here))


def test_a_search_that_finds_is_something_on_table(read: Read) -> None:
    body = f"""
        PhysicalCard dog = Filters.findFirstActive(game, self, Filters.here);
        if (dog != null && !Filters.filterActive(game, self, Filters.dog).isEmpty()) {{
            {ACTION} return Collections.singletonList(action); }}
        return null;"""
    (action,) = read(actions(body)).text.actions
    assert [each.name for each in action.when if isinstance(each, Term)] == ["can_spot", "can_spot"]


def test_what_a_loop_picks_out_is_a_selector(read: Read) -> None:
    body = f"""
        List<PhysicalCard> dogs = new ArrayList<PhysicalCard>();
        for (PhysicalCard each : Filters.filterActive(game, self, Filters.dog)) {{
            if (Filters.here.accepts(game, each)) {{ dogs.add(each); }} }}
        if (!dogs.isEmpty()) {{
            {ACTION}
            action.appendTargeting(new TargetCardEffect(action, playerId, "", Filters.in(dogs)) {{ }});
            return Collections.singletonList(action); }}
        return null;"""
    found = read(actions(body))
    (action,) = found.text.actions
    (when,) = action.when
    assert isinstance(when, Term)
    assert when.name == "can_spot"
    (target,) = action.steps
    assert term("in", cards=when.get("who")) == target.args["what"].get("who")  # type: ignore[union-attr]
    assert not found.problems


def test_what_is_done_for_each_card_says_so(read: Read) -> None:
    body = f"""
        {ACTION}
        for (PhysicalCard dog : Filters.filterActive(game, self, Filters.dog)) {{
            action.appendEffect(new PetEffect(action, dog)); }}
        return Collections.singletonList(action);"""
    (action,) = read(actions(body)).text.actions
    (step,) = action.steps
    (guard,) = step.args["of"]  # type: ignore[misc]
    assert (step.name, guard.name) == ("when", "each_of")  # type: ignore[union-attr]
    assert step.get("then") == (term("effect", what=term("pet", card="$each1")),)


def test_what_is_not_followed_is_told(read: Read) -> None:
    found = read(
        actions(f"while (self.barks()) {{ self.pet(); }} {ACTION} return Collections.singletonList(action);")
    )
    assert found.text.unread == ("getGameTextTopLevelActions",)
    assert found.problems == {"statement while_statement": 1}
    assert found.text.actions[0].steps == ()


def test_a_call_that_is_not_followed_leaves_the_action_partly_known(read: Read) -> None:
    body = f"""
        {ACTION}
        action.appendTargeting(new TargetCardEffect(action, playerId, "", Filters.dog) {{
            protected void cardTargeted(int targetGroupId, PhysicalCard targetedCard) {{
                action.appendEffect(new PetEffect(action, targetedCard));
                game.getGameState().frighten(targetedCard);
            }} }});
        return Collections.singletonList(action);"""
    (action,) = read(actions(body)).text.actions
    then = action.steps[0].args["what"].get("then")  # type: ignore[union-attr]
    assert [each.name for each in then] == ["effect", "unknown"]  # type: ignore[union-attr]


def test_a_decision_that_is_asked_for_in_a_callback_is_a_step(read: Read) -> None:
    body = f"""
        {ACTION}
        action.appendTargeting(new TargetCardEffect(action, playerId, "", Filters.dog) {{
            protected void cardTargeted(int targetGroupId, PhysicalCard targetedCard) {{
                game.getUserFeedback().sendAwaitingDecision(playerId, new YesNoDecision("Pet it?") {{
                    protected void yes() {{ action.appendEffect(new PetEffect(action, targetedCard)); }} }});
            }} }});
        return Collections.singletonList(action);"""
    (action,) = read(actions(body)).text.actions
    then = action.steps[0].args["what"].get("then")  # type: ignore[union-attr]
    pet = (term("effect", what=term("pet", card="$target1")),)
    decision = then[0].args["what"].get("decision")  # type: ignore[index,union-attr]
    assert (decision.name, decision.get("yes")) == ("yes_no", pet)  # type: ignore[union-attr]


def test_a_list_that_is_returned_in_several_places_is_under_no_one_of_their_guards(read: Read) -> None:
    body = f"""
        List<TopLevelGameTextAction> found = new LinkedList<TopLevelGameTextAction>();
        if (self.isOld()) {{ return found; }}
        if (self.isGood()) {{ {ACTION} found.add(action); return found; }}
        {ACTION.replace("Pet", "Feed")} found.add(action);
        return found;"""
    old, good = (term("not", of=term(name, of="$self")) for name in ("is_old", "is_good"))
    pet, feed = read(actions(body)).text.actions
    assert pet.when == (old, term("is_good", of="$self"))
    assert feed.when == (old, good)


def test_no_sentence_gets_into_the_facts(read: Read) -> None:
    long = "This is a sentence that says at great length what a dog may do, where, when and why."
    found = read(modifiers(f'modifiers.add(new PowerModifier(self, Filters.title("{long}"), null, 1));'))
    assert long not in repr(found)
    assert the_terms(found) == [(term("power", who=term("title"), amount=1), ())]


def test_a_file_that_is_no_definition(read: Read) -> None:
    for source in ("", "public class Card1_001 extends AbstractDog {", "hello"):
        with pytest.raises(SyntaxError, match="no class"):
            read(source)


def test_names_of_java_as_words() -> None:
    assert [snake(each) for each in ("sameLocationAs", "AtCondition", "getX", "CARD_ID")] == [
        "same_location_as", "at_condition", "get_x", "card_id",
    ]  # fmt: skip
    assert CardAction(Moment.ACTION, 0).steps == ()
