// Draws what gemp_bot/view/model.py describes: a BoardView and a QuestionView. Everything is text, never markup.

/** Makes an element: attributes, then children (nodes, text; null is left out). */
export function el(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) node.setAttribute(key, "");
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(key, String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return node;
}

/** A number as players write it. */
export function number(value, digits = 1) {
  if (value === null || value === undefined) return "–";
  return String(Number(value.toFixed(digits)));
}

/** `dark` or `light`, for class names; empty for neither. */
export function sideClass(side) {
  return side ? String(side).toLowerCase() : "";
}

/** `Dark` or `Light`. */
export function sideName(side) {
  const word = sideClass(side);
  return word ? word[0].toUpperCase() + word.slice(1) : "Nobody";
}

/** What a card is called; one that is not shown is called that. */
export function cardTitle(card) {
  return card && card.title ? card.title : "a card that is not shown";
}

const NUMBERS = [["power", "power"], ["ability", "ability"], ["forfeit", "forfeit"], ["destiny", "destiny"], ["deploy", "deploy"]];

function cardNumbers(card, all) {
  const words = NUMBERS
    .filter(([key]) => card[key] !== undefined && card[key] !== null && (all || (key !== "destiny" && key !== "deploy")))
    .map(([key, word]) => `${word}\u00a0${number(card[key])}`);
  const { dark_icons: dark, light_icons: light } = card;
  if (dark !== undefined && dark !== null) words.push(`Force icons: ${dark} dark, ${light} light`);
  return words.join(" · ");
}

/**
 * Draws a card as a tile, with what it carries.
 *
 * how.marked: Set of ids that are pointed out. how.fighting: Set of ids in the battle. how.full: with destiny and deploy.
 * how.decorate(node, card): called for every tile, to make it a choice.
 */
export function cardTile(card, how = {}) {
  const classes = ["card", card.side ? `of-${sideClass(card.side)}` : "", how.marked?.has(card.id) ? "marked" : "", how.fighting?.has(card.id) ? "fighting" : ""];
  const icons = (card.icons ?? []).map(([icon, times]) => (times > 1 ? `${icon} ×${times}` : icon)).join(", ");
  const node = el("li", { class: classes.filter(Boolean).join(" "), "data-card": card.id, title: [card.type, icons].filter(Boolean).join(": ") || null },
    el("span", { class: "title" }, cardTitle(card)));
  const numbers = cardNumbers(card, how.full);
  if (numbers) node.append(el("span", { class: "numbers" }, numbers));
  const flags = [...(card.flags ?? [])];
  if (how.fighting?.has(card.id)) flags.push("in the battle");
  if (flags.length) node.append(el("span", { class: "flags" }, flags.join(", ")));
  if (card.carries?.length) {
    node.append(el("ul", { class: "carried", "aria-label": `on ${cardTitle(card)}` }, card.carries.map((carried) => cardTile(carried, how))));
  }
  how.decorate?.(node, card);
  return node;
}

function tiles(cards, label, how) {
  return el("ul", { class: "tiles", "aria-label": label }, cards.map((card) => cardTile(card, how)));
}

/** Draws one player: piles and life force. `most` is the full length of the bar. */
export function playerBox(player, most = 60, clock = null) {
  const side = sideClass(player.side);
  const piles = [["Hand", player.hand], ["Force", player.force], ["Reserve", player.reserve], ["Used", player.used], ["Lost", player.lost],
    ["Out of play", player.out_of_play], ["Generation", player.generation]];
  if (clock !== null && clock !== undefined) piles.push(["Clock", `${Math.floor(clock / 60)}:${String(Math.floor(clock % 60)).padStart(2, "0")}`]);
  const life = player.life ?? 0;
  return el("section", { class: `player side-${side}`, "aria-label": `${sideName(player.side)}: ${player.name}` },
    el("div", {}, el("span", { class: "name" }, player.name || sideName(player.side)), ` (${sideName(player.side)}) · life force ${life}`),
    el("meter", { min: 0, max: Math.max(most, life, 1), value: life, "aria-label": `Life force of ${sideName(player.side)}` }, String(life)),
    el("dl", { class: "piles" }, piles.filter(([word, value]) => word !== "Out of play" || value).map(([word, value]) =>
      el("div", {}, el("dt", {}, word), el("dd", {}, typeof value === "string" ? value : number(value ?? 0))))));
}

// With how.brief a drain is told of whoever holds the location alone.
function sums(place, side, how) {
  const power = place[`${side}_power`];
  const other = side === "dark" ? "light" : "dark";
  const alone = place[side]?.length && !place[other]?.length;
  const drain = !how.brief || alone ? place[`${side}_drain`] : 0;
  const words = [];
  if (power !== undefined && power !== null) words.push(`power ${number(power)}`);
  if (drain) words.push(`drain ${number(drain)}`);
  return words.length ? el("div", { class: `sums side-${side}` }, `${sideName(side)}: ${words.join(", ")}`) : null;
}

function icons({ dark_icons: dark, light_icons: light }) {
  return dark || light ? el("div", { class: "icons", title: "Force icons" }, el("span", { class: "hidden" }, "Force "), `icons: ${dark ?? 0} dark, ${light ?? 0} light`) : null;
}

/** Draws one location: Dark above, Light below; with how.me the other way round for who plays Dark. */
export function locationColumn(place, how = {}, fought = false) {
  const [upper, lower] = sideClass(how.me) === "dark" ? ["light", "dark"] : ["dark", "light"];
  const title = place.card ? cardTitle(place.card) : "no location";
  const about = [place.kind, place.system].filter(Boolean).join(", ");
  const marked = place.card && how.marked?.has(place.card.id);
  const header = el("header", { "data-card": place.card?.id ?? null, class: marked ? "marked" : null }, sums(place, upper, how), el("div", { class: "title" }, title),
    about ? el("div", { class: "quiet" }, about) : null, icons(place), sums(place, lower, how));
  if (place.card) how.decorate?.(header, place.card);
  const half = (side, where) => el("div", { class: `half of-${side} ${where}` },
    place[side]?.length ? tiles(place[side], `${sideName(side)} at ${title}`, how) : null);
  return el("section", { class: `location${fought ? " fought" : ""}${place.dark?.length || place.light?.length ? "" : " empty"}`, "aria-label": title },
    half(upper, "upper"), header, half(lower, "lower"));
}

/** Draws the battle that goes on, at a location of the board; before power is totalled with that of the location. */
export function battleBox(battle, place) {
  const row = (side) => {
    const of = battle[side];
    const destinies = (battle.destinies ?? []).filter((one) => sideClass(one.side) === side).map((one) => number(one.value)).join(", ");
    return el("tr", {}, el("th", { scope: "row", class: `side-${side}` }, sideName(side)), el("td", { class: "number" }, number(of.power ?? place?.[`${side}_power`])),
      el("td", { class: "number" }, destinies || "–"), el("td", { class: "number" }, number(of.total)),
      el("td", { class: "number" }, number(of.attrition ?? 0)), el("td", { class: "number" }, number(of.damage ?? 0)));
  };
  return el("section", { class: "panel battle", "aria-label": "Battle" },
    el("h2", {}, `Battle at ${cardTitle(battle.location)}`),
    el("div", { class: "wide", role: "group", tabindex: 0, "aria-label": "Numbers of the battle" }, el("table", {},
      el("thead", {}, el("tr", {}, ["Side", "Power", "Destiny", "Total", "Attrition", "Damage"].map((word, place) => el("th", { scope: "col", class: place ? "number" : null }, word)))),
      el("tbody", {}, row("dark"), row("light")))));
}

/**
 * Draws a BoardView into an element, in place of what is there.
 *
 * how.most: full length of the bars of life. how.marked, how.decorate: see `cardTile`. how.me: see `locationColumn`.
 * how.scene: the battle is drawn elsewhere. how.hand: an element that our hand is drawn into.
 */
export function drawBoard(target, board, how = {}) {
  const scrolled = target.querySelector(".locations")?.scrollLeft ?? 0;
  const fighting = new Set([...(board.battle?.dark?.cards ?? []), ...(board.battle?.light?.cards ?? [])].map((card) => card.id));
  const inner = { ...how, fighting };
  const parts = [];
  if (board.players?.length) {
    parts.push(el("div", { class: "players" }, board.players.map((player, place) => playerBox(player, how.most, board.clocks?.[place]))));
  }
  const where = board.battle?.location?.id;
  if (board.battle && !how.scene) parts.push(battleBox(board.battle, board.locations?.find((place) => place.card?.id === where)));
  if (board.locations?.length) {
    parts.push(el("div", { class: "locations", role: "group", "aria-label": "Locations", tabindex: 0 },
      board.locations.map((place) => locationColumn(place, inner, where !== undefined && place.card?.id === where))));
  }
  const row = (word, cards, full) => (cards?.length ? [el("div", { class: "row" }, el("h2", {}, word), tiles(cards, word, { ...inner, full }))] : []);
  parts.push(...row("Beside the table", board.beside, false));
  const hand = row("Hand", board.hand, true);
  if (how.hand) how.hand.replaceChildren(...hand);
  else parts.push(...hand);
  target.replaceChildren(...parts);
  const strip = target.querySelector(".locations");
  if (!strip) return;
  strip.scrollTo({ left: scrolled, behavior: "instant" });
  const sought = strip.querySelector(".fought") ?? strip.querySelector(".marked")?.closest(".location");
  if (!sought) return;
  const left = sought.offsetLeft - strip.offsetLeft;
  if (left < strip.scrollLeft || left + sought.offsetWidth > strip.scrollLeft + strip.clientWidth) {
    strip.scrollTo({ left: left - 8, behavior: "instant" });
  }
}

/** The ids of the cards that a question is about: all its options, or those that were chosen. */
export function cardsAsked(question, chosen = false) {
  return new Set((question?.options ?? []).filter((option) => option.card && (!chosen || option.chosen)).map((option) => option.card));
}

/** Draws a QuestionView: options with scores, what was chosen, why, and what else was weighed. */
export function drawQuestion(target, question) {
  if (!question) {
    target.replaceChildren(el("p", { class: "quiet" }, "No question here: this came about between two."));
    return;
  }
  const parts = [el("h2", {}, `Question ${question.n}: ${question.prompt}`)];
  if (question.chosen || question.answer !== undefined) {
    const worth = question.score === undefined || question.score === null ? "" : ` (${number(question.score)} Force)`;
    parts.push(el("p", {}, "Chosen: ", el("strong", {}, question.chosen || question.answer || "pass"), worth));
  }
  if (question.fallback) parts.push(el("p", { class: "alarm" }, `No strategy answered: ${question.fallback}`));
  if (question.reasons?.length) {
    parts.push(el("ul", { class: "options", "aria-label": "Reasons" }, question.reasons.map((why) =>
      el("li", {}, el("span", { class: "words" }, why.text), el("span", { class: "score" }, number(why.force ?? 0, 2))))));
  }
  const options = question.options ?? [];
  if (options.length) {
    parts.push(el("ul", { class: "options", "aria-label": "Options" }, options.map((option) =>
      el("li", { class: option.chosen ? "chosen" : option.selectable === false ? "quiet" : null },
        el("span", { class: "words" }, `${option.chosen ? "✓ " : ""}${option.words}`),
        option.score === undefined || option.score === null ? null : el("span", { class: "score" }, number(option.score, 2))))));
  }
  if (question.others?.length) {
    parts.push(el("details", { open: true }, el("summary", {}, "Also weighed"),
      el("ul", { class: "options" }, question.others.map((other) =>
        el("li", {}, el("span", { class: "words" }, other.words),
          el("span", { class: "score" }, other.score === undefined || other.score === null ? "" : number(other.score, 2)))))));
  }
  target.replaceChildren(...parts);
}
