// The play page: shows /play/state, sends what the person does. All text goes through textContent.

import { drawBoard, el, sideName } from "./board.js";

const $ = (id) => document.getElementById(id);
const PHASES = {
  ACTIVATE: "activate", CONTROL: "control", DEPLOY: "deploy", BATTLE: "battle", MOVE: "move", DRAW: "draw",
};
const KEYS = 9;
const TINTS = { dark: "side-dark", light: "side-light" };
const signed = (value) => (value < 0 ? "−" : "+") + Math.abs(value).toFixed(1);

let state = { version: 0, stage: "none" };
let asked = "";
let picked = [];
let sent = "";
let choosing = false;
let events = null;
let told = { game: 0, next: 0 };

// -- calls ------------------------------------------------------------------------------------------

function complain(text) {
  $("trouble").textContent = text;
  $("trouble").hidden = !text;
}

async function call(path, body) {
  const sent = body === undefined
    ? {}
    : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  let answer;
  try {
    answer = await fetch(path, sent);
  } catch {
    complain("The sandbox does not answer: it was ended, or begins anew. This page tries again.");
    return null;
  }
  const text = await answer.text();
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    value = { error: text || `the sandbox answered ${answer.status}` };
  }
  if (!answer.ok) {
    complain(value.error || `the sandbox answered ${answer.status}`);
    return null;
  }
  complain("");
  return value;
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
    if (found) show(found);
  } while (again);
  looking = false;
}

function follow() {
  if (events && events.readyState !== EventSource.CLOSED) return;
  const stream = new EventSource("/play/events");
  events = stream;
  stream.onmessage = look;
  // While the browser connects again by itself a look tells whether the sandbox is there at all.
  stream.onerror = () => setTimeout(look, stream.readyState === EventSource.CLOSED ? 3000 : 0);
}

async function answer(value) {
  if (state.stage !== "asked" || sent === asked) return;
  sent = asked;
  if (!(await call("/play/answer", { n: state.question.n, answer: value }))) sent = "";
}

// -- the question -----------------------------------------------------------------------------------

const options = () => (state.question && state.question.options) || [];
const able = (option) => option.selectable !== false;
const least = () => state.question.min || 0;
const most = () => state.question.max || 0;
// Whether a click on a card is the whole answer.
const single = () => state.asking.shape === "cards" && most() === 1;
const mayChooseNone = () => single() && least() === 0;

// Whether a pass is all that can be answered.
function forced() {
  return state.stage === "asked" && (state.asking.shape === "pass"
    || (state.asking.shape === "one" && Boolean(state.question.can_pass) && !options().some(able)));
}

function choose(key) {
  const shape = state.asking.shape;
  if (shape === "one" || single()) {
    answer([key]);
  } else if (shape === "growing") {
    const kept = state.asking.kept || [];
    if (!kept.includes(key)) answer([...kept, key]);
  } else if (shape === "cards") {
    picked = picked.includes(key) ? picked.filter((each) => each !== key) : [...picked, key];
    if (picked.length > most()) picked = picked.slice(1);
    draw();
  }
}

// Makes the title of a card a button, if it can be chosen: its only option, or the way to the first of several.
function decorate(node, card) {
  if (state.stage !== "asked") return;
  const found = options().filter((option) => option.card === card.id && able(option));
  const title = node.querySelector(":scope > .title");
  if (!found.length || !title) return;
  const kept = state.asking.kept || [];
  const on = found.some((option) => picked.includes(option.key) || kept.includes(option.key));
  const toggles = state.asking.shape === "cards" && !single();
  const button = el(
    "button",
    { type: "button", class: "title", "aria-pressed": toggles ? String(on) : null },
    title.textContent,
  );
  title.replaceWith(button);
  node.classList.add("can");
  node.classList.toggle("picked", on);
  node.addEventListener("click", (event) => {
    event.stopPropagation();
    if (found.length === 1) choose(found[0].key);
    else focusOption(found[0].key);
  });
}

function focusOption(key) {
  const button = [...$("options").querySelectorAll("button")].find((each) => each.dataset.key === key);
  if (button) button.focus();
}

function drawOptions() {
  const { shape, kept = [] } = state.asking;
  const toggles = shape === "cards" && !single();
  let place = 0;
  const rows = options().map((option) => {
    if (!able(option)) return el("li", { class: "quiet" }, option.words);
    place += 1;
    const on = picked.includes(option.key) || kept.includes(option.key);
    const button = el(
      "button",
      {
        type: "button",
        class: on ? "picked" : null,
        "data-key": option.key,
        "aria-pressed": toggles || shape === "growing" ? String(on) : null,
      },
      place <= KEYS ? el("kbd", {}, String(place)) : null,
      ` ${option.words}`,
    );
    button.addEventListener("click", () => choose(option.key));
    return el("li", {}, button);
  });
  $("options").replaceChildren(...rows);
}

function bounds() {
  const low = least();
  const high = most();
  return low === high ? String(low) : `${low} to ${high}`;
}

function drawQuestion() {
  const waits = state.stage === "asked";
  const { question, asking } = state;
  $("ask").dataset.question = waits ? question.n : "";
  const over = state.stage === "over" || state.stage === "failed";
  $("hint").hidden = $("concede").hidden = over;
  $("hint").disabled = !waits;
  $("undo").hidden = over;
  $("undo").disabled = !(waits && asking.can_undo);
  $("rematch").hidden = !over;
  $("review").hidden = !state.review;
  if (state.review) $("review").href = state.review;
  $("number").hidden = !(waits && asking.shape === "number");
  if (!waits) {
    $("prompt").textContent = ending();
    $("about").textContent = "";
    $("options").replaceChildren();
    $("confirm").hidden = $("pass").hidden = true;
    return;
  }
  const { shape } = asking;
  $("prompt").textContent = question.prompt || "Your answer?";
  $("about").textContent = [
    asking.refused ? "The server refused the last answer." : "",
    shape === "cards" && !single() ? `Choose ${bounds()} cards, then confirm.` : "",
    asking.owed || "",
    asking.help || "",
  ].join(" ").trim();
  drawOptions();
  const many = shape === "cards" && !single();
  $("confirm").hidden = !(many || shape === "number" || shape === "growing");
  $("confirm").disabled = many && (picked.length < least() || picked.length > most());
  $("confirm").textContent = many
    ? (picked.length ? `Confirm ${picked.length} of ${bounds()}` : least() === 0 ? "Done: choose none" : `Choose ${bounds()}`)
    : shape === "growing" ? "Done" : "Confirm";
  $("pass").hidden = !(shape === "pass" || mayChooseNone() || (question.can_pass && (shape === "one" || single())));
  $("pass-word").textContent = mayChooseNone() ? "Done: choose none" : "Pass";
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
  if (state.stage === "asked") answer(mayChooseNone() ? [] : null);
}

function confirm() {
  if (state.stage !== "asked") return;
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

// -- the rest of the page ---------------------------------------------------------------------------

function ending() {
  if (state.stage === "failed") return `The game cannot go on: ${state.trouble}`;
  if (state.stage !== "over") return "The bot thinks …";
  return state.verdict;
}

function where() {
  if (state.stage === "none" || !state.choice) return "";
  const mine = state.whose === state.me;
  const you = `You are ${sideName(state.me || state.choice.side)}, against ${state.choice.strategy}.`;
  if (state.stage === "over" || state.stage === "failed") {
    return `${state.turn ? `Over in turn ${state.turn}` : "Over before the first turn"}. ${you}`;
  }
  const turn = state.turn ? `Turn ${state.turn}, ${mine ? "yours" : "its own"}` : "Before the first turn";
  const phase = PHASES[state.phase] ? `, ${PHASES[state.phase]} phase` : "";
  return `${turn}${phase}. ${you}`;
}

function line(row) {
  if (row.lives && row.lives.length) {
    const text = row.lives.map((life) => {
      const change = life.change ? ` (${life.change > 0 ? "+" : "−"}${Math.abs(life.change)})` : "";
      return `${sideName(life.side)} ${life.now}${change}`;
    });
    return el("li", { class: "lives" }, `Life force: ${text.join(", ")}`);
  }
  const words = (row.words || []).map((word) => el("span", { class: TINTS[word.tint] || word.tint || null }, word.text));
  return el("li", { class: row.depth ? null : "heading" }, ...words);
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
  if (news.length || fresh !== "[]") $("told").scrollTop = $("told").scrollHeight;
}

function draw() {
  drawQuestion();
  drawBoard($("board"), state.board || {}, { decorate });
}

// Brings the battle, or the first card that can be chosen, into the row of locations that is seen.
function aim() {
  const strip = $("board").querySelector(".locations");
  const wanted = $("board").querySelector(".location.fought") || strip?.querySelector(".can")?.closest(".location");
  if (strip && wanted) strip.scrollLeft = wanted.offsetLeft - strip.offsetLeft;
}

function show(found) {
  if (found.stage === "none" && state.stage !== "none") {
    complain("The game is gone: the sandbox was ended or begun anew, or nothing was done for half an hour. Begin a new one.");
  }
  state = found;
  const playing = state.stage !== "none";
  if (!playing) choosing = true;
  $("setup").hidden = !choosing;
  $("stay").hidden = !playing;
  $("game").hidden = choosing;
  $("where").textContent = where();
  if (!playing) return;
  follow();
  const now = state.stage === "asked" ? `${state.game}/${state.question.n}` : `${state.game}/${state.stage}`;
  const another = now !== asked;
  if (another) {
    asked = now;
    picked = [];
    $("advice").hidden = true;
    if (state.stage === "asked" && state.asking.shape === "number") drawNumber();
  }
  draw();
  drawStory();
  if (forced() && $("auto").checked) {
    $("ask").dataset.question = "";
    answer(null);
    return;
  }
  if (another && !choosing && state.stage !== "waiting") {
    aim();
    $("prompt").focus();
  }
}

function parts(title, rows) {
  if (!rows.length) return [];
  return [el("h4", {}, title), el("ul", {}, ...rows.map((row) => el("li", {}, row)))];
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
  const worth = found.score === undefined || found.score === null ? "" : ` (${signed(found.score)} Force)`;
  box.replaceChildren(
    el("p", {}, el("strong", {}, found.chosen || "pass"), worth),
    ...parts("Why", (found.reasons || []).map((each) => `${each.text}${each.force ? `: ${signed(each.force)}` : ""}`)),
    ...parts("Also weighed", (found.others || []).slice(0, 5).map((each) =>
      `${each.words}${each.score === undefined || each.score === null ? "" : `: ${signed(each.score)}`}`)),
  );
  box.scrollIntoView({ block: "nearest" });
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

$("setup").addEventListener("change", fitDecks);
$("setup").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = new FormData($("setup"));
  begin("/play/new", {
    side: form.get("side"),
    strategy: form.get("strategy"),
    deck: form.get("deck") || null,
    opponent_deck: form.get("opponent_deck") || null,
  });
});
$("stay").addEventListener("click", () => {
  choosing = false;
  show(state);
});
$("new").addEventListener("click", () => {
  choosing = true;
  show(state);
  $("setup").elements.strategy.focus();
});
$("confirm").addEventListener("click", confirm);
$("pass").addEventListener("click", pass);
$("hint").addEventListener("click", hint);
$("undo").addEventListener("click", () => call("/play/undo", { n: state.question.n }));
$("rematch").addEventListener("click", () => begin("/play/rematch", {}));
$("concede").addEventListener("click", () => $("sure").showModal());
$("sure").addEventListener("close", () => {
  if ($("sure").returnValue === "yes") call("/play/concede", {});
});
$("field").addEventListener("input", () => { $("slider").value = $("field").value; });
$("slider").addEventListener("input", () => { $("field").value = $("slider").value; });
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || choosing || $("sure").open) return;
  const typing = event.target.matches("input, select, textarea");
  if (event.key === "Enter" && !event.target.matches("button, select, a")) {
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

fitDecks();
look();
