// Parts of the play page that only show something: a battle, a card, a line of the story, a hint.

import { cardTitle, el, number, sideClass, sideName } from "./board.js";

const TINTS = { dark: "side-dark", light: "side-light" };
export const signed = (value) => (value < 0 ? "−" : "+") + Math.abs(value).toFixed(1);

/** Typed words of a sentence. */
export function wordsOf(row) {
  return (row || []).map((word) => el("span", { class: TINTS[word.tint] || word.tint || null }, word.text));
}

/** A line of the story. */
export function line(row) {
  if (row.lives && row.lives.length) {
    const text = row.lives.map((life) => {
      const change = life.change ? ` (${life.change > 0 ? "+" : "−"}${Math.abs(life.change)})` : "";
      return `${sideName(life.side)} ${life.now}${change}`;
    });
    return el("li", { class: "lives" }, `Life force: ${text.join(", ")}`);
  }
  return el("li", { class: row.depth ? null : "heading" }, ...wordsOf(row.words));
}

function result(battle) {
  const { dark, light } = battle;
  if (dark.total === undefined || light.total === undefined) return battle.over ? "It ended before power was counted." : "";
  if (dark.total === light.total) return `A tie: ${number(dark.total)} to ${number(light.total)}.`;
  const [won, lost] = dark.total > light.total ? [dark, light] : [light, dark];
  return `${sideName(won.side)} wins, ${number(won.total)} to ${number(lost.total)}.`;
}

function losses(side) {
  const words = [];
  for (const [cards, what] of [[side.forfeited, "forfeits"], [side.fallen, "loses"]]) {
    if (cards?.length) words.push(`${what} ${cards.map(cardTitle).join(", ")}`);
  }
  if (side.lost) words.push(`loses ${side.lost} Force${side.from_hand ? ` (${side.from_hand} from hand)` : ""}`);
  return words.length ? el("p", {}, el("span", { class: `side-${sideClass(side.side)}` }, sideName(side.side)), ` ${words.join("; ")}.`) : null;
}

/** A battle, as far as it has come; before power is totalled with that of its location. */
export function battleScene(battle, place, close) {
  const row = (side) => {
    const of = battle[side];
    const drawn = (battle.destinies ?? []).filter((one) => sideClass(one.side) === side);
    const tags = drawn.map((one) => el("span", { title: cardTitle(one.card) }, number(one.value)));
    return el("tr", {}, el("th", { scope: "row", class: `side-${side}` }, sideName(side)), el("td", { class: "number" }, number(of.power ?? place?.[`${side}_power`] ?? (of.cards?.length ? null : 0))),
      el("td", { class: "number" }, tags.length ? el("span", { class: "destinies" }, tags) : "–"), el("td", { class: "number strong" }, number(of.total)),
      el("td", { class: "number" }, number(of.attrition ?? 0)), el("td", { class: "number" }, number(of.damage ?? 0)));
  };
  const button = close ? el("button", { type: "button", class: "close" }, "Close") : null;
  button?.addEventListener("click", close);
  const who = (side) => (battle[side].cards?.length ? el("p", { class: "quiet who" }, `${sideName(side)}: ${battle[side].cards.map(cardTitle).join(", ")}`) : null);
  return el("section", { class: "panel battle", "aria-label": "Battle" }, button,
    el("h2", {}, `${close ? "Last battle, at" : "Battle at"} ${cardTitle(battle.location)}`), who("dark"), who("light"),
    el("table", {}, el("thead", {}, el("tr", {}, ["Side", "Power", "Destiny", "Total", "Attrition", "Damage"].map((word, at) => el("th", { scope: "col", class: at ? "number" : null }, word)))),
      el("tbody", {}, row("dark"), row("light"))),
    el("p", { class: "result" }, result(battle)), losses(battle.dark), losses(battle.light));
}

/** What is known of a card. */
export function sheet(card, close) {
  const button = el("button", { type: "button", class: "close" }, "Close");
  button.addEventListener("click", close);
  const rows = (card.numbers || []).flatMap((each) => [
    el("dt", {}, each.name),
    el("dd", {}, el("strong", {}, each.now), each.printed ? ` (printed ${each.printed})` : "",
      each.why?.length ? el("span", { class: "note" }, each.why.join("; ")) : null),
  ]);
  return [button, el("h3", { id: "sheet-title", class: card.side ? `side-${sideClass(card.side)}` : null }, card.title),
    el("p", { class: "quiet" }, `${card.kind}. ${card.printing}.`),
    el("dl", {}, rows),
    card.icons ? el("p", {}, `Icons: ${card.icons}`) : null,
    card.is ? el("p", {}, `Is: ${card.is}`) : null,
    card.does?.length ? el("ul", {}, card.does.map((each) => el("li", {}, each))) : null].filter(Boolean);
}

function parts(title, rows) {
  return rows.length ? [el("h3", {}, title), el("ul", {}, rows.map((row) => el("li", {}, row)))] : [];
}

/** A hint: one sentence, the numbers folded away. */
export function advice(found) {
  const scored = (words, score) => (score === undefined || score === null ? words : `${words}: ${signed(score)}`);
  return [el("p", {}, el("strong", {}, found.sentence)),
    el("details", {}, el("summary", {}, "How it judges: worth in Force"),
      el("p", { class: "quiet" }, "Worth is a judgement, counted in Force: +1 is as good for you as one Force more, or one less for your opponent. "
        + "It is no number of the rules: what an option costs and does by the rules stands under the option."),
      ...parts(scored("Why", found.score), (found.reasons || []).map((each) => (each.force ? scored(each.text, each.force) : each.text))),
      ...parts("Also weighed", (found.others || []).slice(0, 5).map((each) => scored(each.words, each.score))))];
}

/** What is better in a puzzle, and why. */
export function solution(puzzle) {
  const better = puzzle.better?.length ? puzzle.better.join(", or ") : "anything else";
  return [el("p", {}, `You: ${puzzle.chosen}. `, el("strong", {}, puzzle.right ? "That is no mistake." : `There is better: ${better}.`)),
    el("ul", {}, (puzzle.why ?? []).map((each) => el("li", {}, each)))];
}
