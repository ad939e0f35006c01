"""Deploying a card: requirements, restrictions of all three kinds, costs (section 21)."""

import msgspec

from gemp_bot.protocol.enums import Phase
from gemp_bot.rules.facts import NEED_FOOTHOLD, CardKind, LocationFacts
from gemp_bot.rules.locations import never_refusals, trench_refusals
from gemp_bot.rules.mark import Refusals, refuse, rule
from gemp_bot.rules.values import Cost, Price, price

_NOT_TO_DAGOBAH = NEED_FOOTHOLD | {CardKind.UTINNI_EFFECT}


class Deployment(msgspec.Struct, frozen=True, kw_only=True):
    """A card from hand and where it is to go.

    Attributes:
        kind: what the card is.
        to: the location.
        presence: we have presence there.
        my_icons: Force icons on our side there.
        dark: we are the dark side.
        spy: the card is a spy.
        aboard: it goes aboard something there.
        flies_in_clouds: a vehicle for cloud sectors.
        forbidden_there: a game text keeps it from this location.
        objective_forbids: our objective does not let us deploy it.
        objective_missing: it needs an objective that is not on table.
        ignores_location: it ignores location deployment restrictions.
        my_turn, phase: when it is; `any_phase` if a card allows it at another time.
    """

    kind: CardKind
    to: LocationFacts
    presence: bool = False
    my_icons: int = 0
    dark: bool = False
    spy: bool = False
    aboard: bool = False
    flies_in_clouds: bool = False
    forbidden_there: bool = False
    objective_forbids: bool = False
    objective_missing: bool = False
    ignores_location: bool = False
    my_turn: bool = True
    phase: Phase = Phase.DEPLOY
    any_phase: bool = False


@rule("21.1", "When cards are deployed")
def deploy_phase_refusals(deployment: Deployment) -> Refusals:
    """Why this is not the time to deploy. Rules 21."""
    in_time = deployment.my_turn and deployment.phase is Phase.DEPLOY
    return refuse("21.1", "only in our deploy phase", not (in_time or deployment.any_phase))


@rule("21.2", "Presence or a Force icon, except for spies")
@rule("21.3", "Weapons, devices, Effects and creatures need neither")
def foothold_refusals(deployment: Deployment) -> Refusals:
    """Why a card lacks a foothold where it is to go. Rules 21."""
    lacking = (
        deployment.kind in NEED_FOOTHOLD
        and not deployment.spy
        and not deployment.presence
        and deployment.my_icons <= 0
    )
    return refuse("21.2", "neither presence nor a Force icon of ours there", lacking)


@rule("21.4", "Restrictions of a location: Dagobah, Ahch-To, shields, game text")
def location_refusals(deployment: Deployment) -> Refusals:
    """The restrictions of a location, all of which a card may be allowed to ignore. Rules 21."""
    if deployment.ignores_location:
        return ()
    kind, to = deployment.kind, deployment.to
    return (
        *foothold_refusals(deployment),
        *refuse(
            "21.4", "no such card deploys to Dagobah or Ahch-To", to.forbidding and kind in _NOT_TO_DAGOBAH
        ),
        *refuse("21.4", "the site is shielded", to.shielded and deployment.dark and kind in NEED_FOOTHOLD),
        *refuse("21.4", "a card keeps it from there", deployment.forbidden_there),
    )


@rule("21.5", "Restrictions by rule, which nothing ignores")
def rules_refusals(deployment: Deployment) -> Refusals:
    """Where a card cannot be by rule, whatever it ignores. Rules 21 and 13."""
    to, starfighter = deployment.to, deployment.kind is CardKind.STARFIGHTER
    return (
        *never_refusals(
            deployment.kind, to, aboard=deployment.aboard, flies_in_clouds=deployment.flies_in_clouds
        ),
        *trench_refusals(deployment.kind, to, aboard=deployment.aboard),
        *refuse(
            "21.5",
            "of sites, starfighters are deployed to docking bays only",
            starfighter and to.site and not to.docking_bay and not deployment.aboard,
        ),
    )


@rule("21.6", "Restrictions by an objective")
def objective_refusals(deployment: Deployment) -> Refusals:
    """Why an objective is in the way; no text that ignores locations helps. Rules 21."""
    return (
        *refuse("21.6", "our objective forbids it", deployment.objective_forbids),
        *refuse("21.6", "its objective is not on table", deployment.objective_missing),
    )


@rule("21.7", "All restrictions of a deployment")
def deploy_refusals(deployment: Deployment) -> Refusals:
    """Why a card cannot be deployed there; personas and Force are looked at elsewhere. Rules 21."""
    return (
        *deploy_phase_refusals(deployment),
        *location_refusals(deployment),
        *rules_refusals(deployment),
        *objective_refusals(deployment),
    )


@rule("21.8", "Deploy cost")
def deploy_price(cost: Cost) -> Price:
    """What a deployment costs; it is paid with its initiation, whatever follows. Rules 21."""
    return price(cost)
