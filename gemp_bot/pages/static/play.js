// The play page: shows /play/state, sends what the person does. All text goes through textContent.

import { drawBoard, el, sideName } from "./board.js";
import { advice, battleScene, line, sheet, solution, wordsOf } from "./play_parts.js";

const $ = (id) => document.getElementById(id);
const PHASES = {
  ACTIVATE: "activate", CONTROL: "control", DEPLOY: "deploy", BATTLE: "battle", MOVE: "move", DRAW: "draw",
};
const KEYS = 9;
const PACES = { fast: 450, normal: 1100, slow: 2400 };
const SET = { pass_alone: "auto", allow: "allow", activate: "activate", destiny: "destiny" };

let state = { version: 0, stage: "none" };
let asked = "";
let picked = [];
let advised = [];
let sent = "";
let choosing = false;
let events = null;
let told = { game: 0, next: 0 };
let shown = { game: 0, step: 0 };
let telling = null;
let down = false;
let unheard = false;
let dismissed = "";
let stood = "";
let folding = 0;
let gone = false;
let drawing = 3;

// -- calls ------------------------------------------------------------------------------------------

function complain(text, problems = []) {
  $("trouble").textContent = text;
  $("trouble").hidden = !text;
  $("problems").replaceChildren(...problems.map((each) => el("li", {}, each)));
  $("problems").hidden = !problems.length;
  // The form is longer than the window, and its button is at its end.
  if (text && !$("setup").hidden) $("trouble").scrollIntoView({ block: "start" });
}

async function call(path, body) {
  const sent = body === undefined
    ? {}
    : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  let answer;
  try {
    answer = await fetch(path, sent);
  } catch {
    if (!down) setTimeout(wait, 1000);
    down = unheard = true;
    complain("The sandbox does not answer: it was ended, or begins anew. This page waits for it, and goes on by itself.");
    return null;
  }
  down = false;
  const text = await answer.text();
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    value = { error: text || `the sandbox answered ${answer.status}` };
  }
  if (!answer.ok) {
    complain(value.error || `the sandbox answered ${answer.status}`, value.problems);
    // The same question in two tabs: whoever comes second looks at what is asked now.
    if (answer.status === 409 && body !== undefined && state.stage === "asked") look();
    return null;
  }
  // What is wrong with a list of cards stays until the next try; looking at the game is none.
  if (body !== undefined || unheard) complain("");
  unheard = false;
  return value;
}

// Asks again and again until the sandbox is there.
function wait() {
  if (!down) return;
  down = false;
  look();
}

let looking = false;
let again = false;
async function look() {
  if (looking) {
    again = true;
    return;
  }
  looking = true;
  do {
    again = false;
    const found = await call("/play/state");
    if (found) await take(found);
  } while (again);
  looking = false;
}

function follow() {
  if (events && events.readyState !== EventSource.CLOSED) return;
  const stream = new EventSource("/play/events");
  events = stream;
  stream.onmessage = look;
  // While the browser connects again by itself a look tells whether the sandbox is there at all.
  stream.onerror = () => setTimeout(look, stream.readyState === EventSource.CLOSED ? 1500 : 0);
}

async function answer(value) {
  if (state.stage !== "asked" || sent === asked) return;
  sent = asked;
  if (!(await call("/play/answer", { n: state.question.n, answer: value }))) sent = "";
}

async function shortcut(kind, count) {
  if (state.stage !== "asked" || sent === asked) return;
  sent = asked;
  if (!(await call("/play/shortcut", { n: state.question.n, kind, count }))) sent = "";
}

// -- what a person sets -----------------------------------------------------------------------------

function kept(name, otherwise) {
  try {
    return localStorage.getItem(`gemp-bot ${name}`) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function keep(name, value) {
  try {
    localStorage.setItem(`gemp-bot ${name}`, value);
  } catch { /* a browser that keeps nothing */ }
}

function recall() {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  $("pace").value = kept("pace", calm ? "off" : "normal");
  for (const id of Object.values(SET)) $(id).checked = kept(id, $(id).checked ? "1" : "") === "1";
}

// Tells the sandbox what is answered without asking, once for each game and each change.
function stand() {
  const standing = Object.fromEntries(Object.entries(SET).map(([name, id]) => [name, $(id).checked]));
  const now = `${state.game} ${JSON.stringify(standing)}`;
  if (now === stood || state.stage === "none") return;
  stood = now;
  call("/play/standing", standing);
}

// -- the question -----------------------------------------------------------------------------------

const options = () => (state.question && state.question.options) || [];
const able = (option) => option.selectable !== false;
const least = () => state.question.min || 0;
const most = () => state.question.max || 0;
// Whether a click on a card is the whole answer.
const single = () => state.asking.shape === "cards" && most() === 1;
const mayChooseNone = () => single() && least() === 0;

function choose(key) {
  if (telling) return;
  const shape = state.asking.shape;
  if (shape === "one" || single()) {
    answer([key]);
  } else if (shape === "growing") {
    const before = state.asking.kept || [];
    if (!before.includes(key)) answer([...before, key]);
  } else if (shape === "cards") {
    picked = picked.includes(key) ? picked.filter((each) => each !== key) : [...picked, key];
    if (picked.length > most()) picked = picked.slice(1);
    draw();
  }
}

// Makes the title of a card a button: its only option, the way to the first of several, or what it is.
function decorate(node, card) {
  const title = node.querySelector(":scope > .title");
  if (!title) return;
  const found = state.stage === "asked" && !telling ? options().filter((option) => option.card === card.id && able(option)) : [];
  const before = (state.asking && state.asking.kept) || [];
  const on = found.some((option) => picked.includes(option.key) || before.includes(option.key));
  const toggles = found.length && state.asking.shape === "cards" && !single();
  const button = el("button", { type: "button", class: "title", "aria-pressed": toggles ? String(on) : null }, title.textContent);
  title.replaceWith(button);
  const known = card.title || card.blueprint;
  const seen = { card: card.id, face: card.blueprint || "" };
  if (found.length) {
    node.classList.add("can");
    node.classList.toggle("picked", on);
    node.classList.toggle("advised", found.some((option) => advised.includes(option.key)));
    if (known) {
      const about = el("button", { type: "button", class: "about", "aria-label": `About ${card.title}` }, "i");
      about.addEventListener("click", (event) => {
        event.stopPropagation();
        read(seen, true);
      });
      node.append(about);
    }
  }
  node.addEventListener("click", (event) => {
    event.stopPropagation();
    if (!found.length) {
      if (known) read(seen, true);
    } else if (found.length === 1) choose(found[0].key);
    else focusOption(found[0].key);
  });
  if (!known) return;
  node.addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse") read(seen); });
  button.addEventListener("keydown", (event) => {
    if (event.key === "i") read(seen, true);
  });
}

function focusOption(key) {
  const button = [...$("answering").querySelectorAll(".choices button")].find((each) => each.dataset.key === key);
  if (!button) return;
  unfold();
  button.focus();
  button.scrollIntoView({ block: "nearest" });
}

function optionRow(option, place) {
  const { shape, kept: before = [], notes = {} } = state.asking;
  const note = notes[option.key] ? el("span", { class: "note" }, notes[option.key]) : null;
  const words = option.words.charAt(0).toUpperCase() + option.words.slice(1);
  if (!able(option)) return el("li", { class: "quiet" }, words, note);
  const on = picked.includes(option.key) || before.includes(option.key);
  const toggles = (shape === "cards" && !single()) || shape === "growing";
  const button = el("button",
    { type: "button", class: [on ? "picked" : "", advised.includes(option.key) ? "advised" : ""].join(" ").trim() || null, "data-key": option.key, "aria-pressed": toggles ? String(on) : null },
    place <= KEYS ? el("kbd", {}, String(place)) : null, ` ${words}`, note);
  button.addEventListener("click", () => choose(option.key));
  button.addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse") point(option); });
  button.addEventListener("keydown", (event) => {
    if (event.key === "i") read(option.card ? { card: option.card, option: option.key } : { option: option.key }, true);
  });
  return el("li", {}, button);
}

// Shows what an option is about: its card on the board, and what the card is.
function point(option) {
  for (const node of $("table").querySelectorAll(".marked")) node.classList.remove("marked");
  if (option.card) $("table").querySelector(`[data-card="${option.card}"]`)?.classList.add("marked");
  read(option.card ? { card: option.card, option: option.key } : { option: option.key });
}

function drawOptions() {
  const folded = state.asking.folded || 0;
  let place = 0;
  const rows = options().map((option) => {
    place += able(option) ? 1 : 0;
    return optionRow(option, able(option) ? place : KEYS + 1);
  });
  const first = rows.length - folded;
  $("options").replaceChildren(...rows.slice(0, first));
  $("older").hidden = !folded;
  $("older").querySelector("ol").replaceChildren(...rows.slice(first));
}

function drawShortcuts() {
  $("shortcuts").replaceChildren(...(state.asking.shortcuts || []).flatMap((each) => {
    const button = el("button", { type: "button", class: "primary", "data-shortcut": each.kind }, each.words);
    const count = each.most ? el("input", { type: "number", min: 0, max: each.most, value: Math.min(drawing, each.most) }) : null;
    count?.addEventListener("input", () => { drawing = count.valueAsNumber || 0; });
    button.addEventListener("click", () => shortcut(each.kind, count ? count.valueAsNumber || 0 : 0));
    return [count && el("label", {}, "Cards to draw ", count), button].filter(Boolean);
  }));
}

// What a question is about is told the first times it comes.
const HELPED = 3;
let helping = "";
function helped(text) {
  if (!text) return "";
  const name = `help ${text.slice(0, 40)}`;
  const times = Number(kept(name, "0"));
  if (helping !== asked) {
    helping = asked;
    if (times <= HELPED) keep(name, String(times + 1));
  }
  return times > HELPED ? "" : text;
}

function bounds() {
  const low = least();
  const high = most();
  return low === high ? String(low) : `${low} to ${high}`;
}

function drawQuestion() {
  const waits = state.stage === "asked" && !telling;
  const { question, asking } = state;
  $("ask").dataset.question = waits ? question.n : "";
  const over = state.stage === "over" || state.stage === "failed";
  $("telling").hidden = !telling;
  $("answering").hidden = Boolean(telling);
  const { puzzle } = state;
  $("hint").hidden = $("undo").hidden = over || Boolean(puzzle);
  $("next").hidden = !(puzzle && puzzle.right !== undefined);
  $("leave").hidden = !puzzle;
  $("concede").disabled = $("back").disabled = over || !waits;
  $("hint").disabled = !waits;
  $("back").disabled = !(waits && asking.can_revert);
  const noUndo = waits ? asking.no_undo || "" : "Nothing is asked now.";
  $("undo").setAttribute("aria-disabled", String(Boolean(noUndo)));
  $("undo").title = $("no-undo").textContent = noUndo;
  $("review").hidden = !state.review || Boolean(telling);
  if (state.review) $("review").href = state.review;
  for (const id of ["rematch", "swapped", "again"]) $(id).hidden = !over || Boolean(telling);
  $("number").hidden = !(waits && asking.shape === "number");
  $("choices").hidden = over;
  if (!waits) {
    $("prompt").textContent = telling ? telling.heading : ending();
    $("about").textContent = "";
    $("options").replaceChildren();
    $("shortcuts").replaceChildren();
    $("older").hidden = $("confirm").hidden = $("pass").hidden = true;
    return;
  }
  const { shape } = asking;
  $("prompt").textContent = question.prompt || "Your answer?";
  $("about").textContent = [
    asking.refused ? "The server refused the last answer." : "",
    shape === "cards" && !single() ? `Choose ${bounds()} cards, then confirm.` : "",
    state.puzzle ? `${state.puzzle.about}.` : "",
    asking.owed || "",
    helped(asking.help || ""),
  ].join(" ").trim();
  drawShortcuts();
  drawOptions();
  const many = shape === "cards" && !single();
  $("confirm").hidden = !(many || shape === "number" || shape === "growing");
  $("confirm").disabled = many && (picked.length < least() || picked.length > most());
  $("confirm").textContent = many
    ? (picked.length ? `Confirm ${picked.length} of ${bounds()}` : least() === 0 ? "Confirm none" : `Choose ${bounds()}`)
    : "Confirm";
  $("pass").hidden = !(shape === "pass" || mayChooseNone() || (question.can_pass && (shape === "one" || single())));
  $("pass").classList.toggle("advised", advised.includes(""));
  $("pass-word").textContent = mayChooseNone() ? "Pass: choose none" : "Pass";
}

function drawNumber() {
  const { question, asking } = state;
  const field = $("field");
  const slider = $("slider");
  field.min = slider.min = question.min || 0;
  field.max = slider.max = question.max || 0;
  field.value = slider.value = asking.default || 0;
  slider.hidden = (question.max || 0) - (question.min || 0) > 100;
}

function pass() {
  if (state.stage === "asked" && !telling) answer(mayChooseNone() ? [] : null);
}

function confirm() {
  if (state.stage !== "asked" || telling) return;
  const { shape } = state.asking;
  if (shape === "number") {
    const value = $("field").valueAsNumber;
    if (Number.isInteger(value)) answer(value);
    else complain(`A whole number from ${least()} to ${most()} is asked for.`);
  } else if (shape === "growing") {
    answer(state.asking.kept || []);
  } else if (shape === "cards" && !$("confirm").disabled) {
    answer(picked);
  }
}

// -- the sheet of the question ------------------------------------------------------------------------

function unfold(open = true) {
  $("ask").classList.toggle("folded", !open);
  $("fold").setAttribute("aria-expanded", String(open));
  $("fold").textContent = open ? "Hide" : "Show";
  fit();
}

// Leaves room for the sheet below the board, and says what of the question is below its edge.
function fit() {
  cancelAnimationFrame(folding);
  folding = requestAnimationFrame(() => {
    const box = $("ask");
    $("game").style.setProperty("--sheet", `${box.offsetHeight + 8}px`);
    const below = () => {
      const edge = $("choices").getBoundingClientRect().bottom - 4;
      return [...$("choices").querySelectorAll(".choices button")]
        .filter((each) => each.offsetParent && each.getBoundingClientRect().bottom > edge).length;
    };
    $("more").hidden = true;
    if (telling || !below()) return;
    $("more").hidden = false;  // it takes room itself
    $("more").textContent = `${below()} more below ▾`;
  });
}

// -- cards ------------------------------------------------------------------------------------------

let reading = "";
let held = false;
const sheets = new Map();
async function read(about, pinned = false) {
  const wide = matchMedia("(min-width: 62rem)").matches;
  // The options of a question that is answered are gone.
  if ((!wide && !pinned) || (about.option && sent === asked)) return;
  const query = new URLSearchParams(about).toString();
  const key = `${state.version} ${query}`;
  reading = key;
  let found = sheets.get(key);
  if (!found) {
    const told = await fetch(`/play/card?${query}`).catch(() => null);
    found = told && told.ok ? await told.json() : null;
    if (sheets.size > 200) sheets.clear();
    if (found) sheets.set(key, found);
  }
  if (reading !== key || !found) return;
  $("sheet").replaceChildren(...sheet(found, unread));
  $("sheet").hidden = false;
  held = pinned;
  $("side").scrollTop = 0;
  if (pinned && !wide) $("sheet").querySelector("button").focus();
}

function unread() {
  reading = "";
  $("sheet").hidden = true;
}

// -- the rest of the page ---------------------------------------------------------------------------

function ending() {
  if (state.stage === "failed") return `The game cannot go on: ${state.trouble}`;
  if (state.resuming) return "The sandbox began anew: the game is played again up to where it was …";
  if (state.stage !== "over") return "The bot thinks …";
  return state.verdict;
}

function where() {
  if (state.stage === "none" || !state.choice) return "";
  const mine = state.whose === state.me;
  if (state.puzzle) return `Puzzle ${state.puzzle.number} of ${state.puzzle.of}. You are ${sideName(state.me)}.`;
  const you = `You are ${sideName(state.me || state.choice.side)}, against ${state.choice.strategy}.`;
  if (state.stage === "over" || state.stage === "failed") {
    return `${state.turn ? `Over in turn ${state.turn}` : "Over before the first turn"}. ${you}`;
  }
  const turn = state.turn ? `Turn ${state.turn}, ${mine ? "yours" : "your opponent's"}` : "Before the first turn";
  const phase = PHASES[state.phase] ? `, ${PHASES[state.phase]} phase` : "";
  return `${turn}${phase}. ${you}`;
}

function drawStory() {
  const lines = state.story || [];
  if (told.game !== state.game) {
    told = { game: state.game, next: 0, fresh: "" };
    $("lines").replaceChildren();
    $("fresh").replaceChildren();
  }
  const news = lines.filter((row) => row.n >= told.next);
  if (news.length) told.next = news[news.length - 1].n + 1;
  $("lines").append(...news.map(line));
  const fresh = JSON.stringify(state.fresh || []);
  if (fresh !== told.fresh) {
    told.fresh = fresh;
    $("fresh").replaceChildren(...(state.fresh || []).map(line));
  }
  if (news.length || fresh !== "[]") {
    $("told").scrollTop = $("told").scrollHeight;
    if (matchMedia("(min-width: 62rem)").matches) $("side").scrollTop = $("side").scrollHeight;
  }
}

function drawTable(board, marked) {
  drawBoard($("board"), board || {}, { decorate, marked, me: state.me, scene: true, brief: true, hand: $("hand") });
  const { battle } = board || {};
  const fought = state.fought && `${state.game}/${state.fought.number}`;
  const place = battle && board.locations?.find((each) => each.card?.id === battle.location?.id);
  const scene = battle ? battleScene(battle, place)
    : state.fought && !telling?.length && dismissed !== fought && shown.fought !== fought
      ? battleScene(state.fought, null, () => {
        dismissed = fought;
        draw();
      }) : null;
  $("scene").replaceChildren(...[scene].filter(Boolean));
  spread();
}

// Gives all rows of locations about as many.
function spread() {
  const strip = $("board").querySelector(".locations");
  if (!strip) return;
  const most = Math.max(Math.floor((strip.clientWidth + 6) / (parseFloat(getComputedStyle(strip).fontSize) * 9 + 6)), 2);
  const rows = Math.ceil(strip.children.length / most);
  strip.style.gridTemplateColumns = `repeat(${Math.ceil(strip.children.length / rows)}, minmax(0, 1fr))`;
}

function draw() {
  drawQuestion();
  drawTable(state.board, new Set());
  fit();
}

// -- step by step -------------------------------------------------------------------------------------

// Tells what came about since the last time, then shows how things are now.
async function take(found) {
  const first = shown.game !== found.game;
  if (first) shown = { game: found.game, step: found.steps || 0, fought: found.fought && `${found.game}/${found.fought.number}` };
  const since = shown.step;
  const pace = PACES[$("pace").value];
  const before = state.stage;
  if (pace && !first && (found.steps || 0) > since && (found.stage === "asked" || found.stage === "over")) {
    shown.step = found.steps;
    const steps = ((await call(`/play/steps?after=${since}`)) || []).filter((step) => !step.own);
    if (steps.length) await tell(steps, pace);
  } else if (!pace || before === "none") {
    shown.step = found.steps || 0;
  }
  show(found);
}

async function tell(steps, pace) {
  telling = steps;
  try {
    for (const step of steps) {
      if (!telling) break;
      telling.heading = step.board.battle ? "The battle, step by step" : `${step.side === state.me ? "Your" : "Their"} turn, step by step`;
      drawQuestion();
      $("step").replaceChildren(...step.lines.map((each) => el("p", {}, ...wordsOf(each))));
      drawTable(step.board, new Set(step.marked || []));
      $("board").querySelector(".location .marked, .location.fought")?.scrollIntoView({ block: "nearest" });
      fit();
      await new Promise((done) => {
        const timer = setTimeout(done, pace + 350 * (step.lines.length - 1));
        goOn = () => {
          clearTimeout(timer);
          done();
        };
      });
    }
  } finally {
    telling = null;
    goOn = null;
  }
}

let goOn = null;
function skip() {
  telling = null;
  if (goOn) goOn();
}

function show(found) {
  gone = found.stage === "none" && !state.puzzle && (gone || state.stage !== "none");
  if (gone) {
    complain("The game is gone: the sandbox was ended or begun anew, or nothing was done for half an hour. Begin a new one.");
  }
  state = found;
  const playing = state.stage !== "none";
  if (!playing) choosing = true;
  $("setup").hidden = !choosing;
  $("stay").hidden = !playing;
  $("game").hidden = choosing;
  $("menu").hidden = choosing || Boolean(state.puzzle);
  if (state.puzzle) sent = "";
  $("where").textContent = where();
  if (!playing) return;
  follow();
  stand();
  const what = state.puzzle ? `puzzle ${state.puzzle.number}` : state.game;
  const now = state.stage === "asked" ? `${what}/${state.question.n}` : `${what}/${state.stage}`;
  const another = now !== asked;
  if (another) {
    asked = now;
    picked = [];
    advised = [];
    $("advice").hidden = true;
    if (!matchMedia("(min-width: 62rem)").matches) unread();
    $("choices").scrollTop = 0;
    if (state.stage !== "waiting") unfold();
    if (state.stage === "asked" && state.asking.shape === "number") drawNumber();
  }
  if (state.puzzle && state.puzzle.right !== undefined) {
    picked = [];
    $("advice").hidden = false;
    $("advice").replaceChildren(...solution(state.puzzle));
  }
  draw();
  drawStory();
  if (another && !choosing && state.stage !== "waiting") {
    $("board").querySelector(".location.fought, .location .can")?.scrollIntoView({ block: "nearest" });
    $("prompt").focus({ preventScroll: true });
  }
}

async function hint() {
  if (state.stage !== "asked") return;
  const { n } = state.question;
  const box = $("advice");
  box.hidden = false;
  box.replaceChildren("It thinks …");
  const found = await call(`/play/hint?n=${n}`);
  if (!state.question || state.question.n !== n) return;
  if (!found) {
    box.hidden = true;
    return;
  }
  advised = state.asking.shape === "number" ? [] : found.answer.split(",");
  if (state.asking.shape === "number") $("field").value = $("slider").value = found.answer;
  draw();
  box.replaceChildren(...advice(found));
  $("choices").querySelector(".choices .advised")?.scrollIntoView({ block: "nearest" });
  if ($("sheet").hidden) $("side").scrollTop = $("side").scrollHeight;
  fit();
}

async function puzzle(number) {
  if (number) keep("puzzle", String(number));
  await begin("/play/puzzle", { number });
}

async function begin(path, body) {
  const found = await call(path, body);
  if (!found) return;
  choosing = false;
  if (events) events.close();
  events = null;
  show(found);
}

function fitDecks() {
  const side = new FormData($("setup")).get("side");
  for (const name of ["deck", "opponent_deck"]) {
    const list = $("setup").elements[name];
    const wanted = name === "deck" ? side : side === "DARK" ? "LIGHT" : "DARK";
    for (const option of list.options) {
      option.hidden = option.disabled = Boolean(option.dataset.side) && option.dataset.side !== wanted;
    }
    if (list.selectedOptions[0] && list.selectedOptions[0].disabled) list.value = "";
  }
}

// -- what the person does ---------------------------------------------------------------------------

$("setup").addEventListener("change", async (event) => {
  const { files, dataset } = event.target;
  if (files && files[0]) $("setup").elements[dataset.for].value = await files[0].text();
  fitDecks();
});
$("setup").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = new FormData($("setup"));
  const cards = form.get("cards").trim() || null;
  const theirs = form.get("opponent_cards").trim() || null;
  const kind = "kind" in $("setup").elements.opponent_deck.selectedOptions[0].dataset;
  begin("/play/new", {
    side: form.get("side"),
    strategy: form.get("strategy"),
    deck: cards ? "My deck" : form.get("deck") || null,
    opponent_deck: theirs ? "Their deck" : (!kind && form.get("opponent_deck")) || null,
    opponent_kind: kind ? form.get("opponent_deck") : null,
    cards,
    opponent_cards: theirs,
  });
});
$("puzzles")?.addEventListener("click", () => puzzle(Number(kept("puzzle", "1"))));
$("next").addEventListener("click", () => puzzle(state.puzzle.number % state.puzzle.of + 1));
$("leave").addEventListener("click", () => puzzle(0));
$("stay").addEventListener("click", () => {
  choosing = false;
  show(state);
});
function another() {
  choosing = true;
  show(state);
  $("setup").querySelector("input:checked").focus();
}
$("new").addEventListener("click", another);
$("again").addEventListener("click", another);
$("confirm").addEventListener("click", confirm);
$("pass").addEventListener("click", pass);
$("hint").addEventListener("click", hint);
$("undo").addEventListener("click", () => {
  if ($("no-undo").textContent) complain(`Undo: ${$("no-undo").textContent}`);
  else call("/play/undo", { n: state.question.n });
});
$("back").addEventListener("click", () => {
  $("menu").open = false;
  call("/play/undo", { n: state.question.n, listed: true });
});
$("rematch").addEventListener("click", () => begin("/play/rematch", {}));
$("swapped").addEventListener("click", () => begin("/play/rematch", { swapped: true }));
$("concede").addEventListener("click", () => $("sure").showModal());
$("sure").addEventListener("close", () => {
  if ($("sure").returnValue === "yes") call("/play/concede", {});
});
$("skip").addEventListener("click", skip);
$("fold").addEventListener("click", () => unfold($("ask").classList.contains("folded")));
$("more").addEventListener("click", () => $("choices").scrollBy({ top: $("choices").clientHeight * 0.7, behavior: "instant" }));
$("choices").addEventListener("scroll", fit);
addEventListener("resize", () => {
  // What a mouse pointed at would lie over the question where the page is narrow.
  if (!held && !matchMedia("(min-width: 62rem)").matches) unread();
  spread();
  fit();
});
$("pace").addEventListener("change", () => {
  keep("pace", $("pace").value);
  if (!PACES[$("pace").value]) skip();
});
for (const id of Object.values(SET)) {
  $(id).addEventListener("change", () => {
    keep(id, $(id).checked ? "1" : "");
    stand();
  });
}
$("field").addEventListener("input", () => { $("slider").value = $("field").value; });
$("slider").addEventListener("input", () => { $("field").value = $("slider").value; });
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || choosing || $("sure").open) return;
  const typing = event.target.matches("input, select, textarea");
  if (event.key === "Escape") {
    unread();
    $("menu").open = false;
  }
  if (telling) {
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      skip();
    }
    return;
  }
  if (event.key === "Enter" && !event.target.matches("button, select, a, summary, #shortcuts input")) {
    if (!$("confirm").hidden) confirm();
    return;
  }
  if (typing || !/^[0-9]$/.test(event.key) || state.stage !== "asked") return;
  if (event.key === "0") {
    if (!$("pass").hidden) pass();
    return;
  }
  const option = options().filter(able)[Number(event.key) - 1];
  if (option) choose(option.key);
});

recall();
fitDecks();
look();
