// Steps through a packed game (gemp_bot/pages/packing.py). Inlined behind board.js as one module.
import { cardsAsked, drawBoard, drawQuestion, el, sideName } from "./board.js";

const $ = (id) => document.getElementById(id);
const SIDES = [["dark", "Dark"], ["light", "Light"]];
const CURVES = [["life", "Life force"], ["force", "Force Pile"], ["generation", "Force generation"], ["hand", "Cards in hand"]];

/** Reads base64 of gzip of JSON. */
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(plain).text());
}

/** The BoardView of a row of the boards. */
function boardOf(game, row) {
  const packed = game.boards[row];
  return {
    players: game.players[packed.players],
    locations: packed.locations.map((place) => game.locations[place]),
    beside: game.rows[packed.beside],
    hand: game.rows[packed.hand],
    clocks: packed.clocks,
    battle: packed.battle === undefined ? undefined : game.battles[packed.battle],
  };
}

const color = (name) => () => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
const onScheme = (change) => matchMedia("(prefers-color-scheme: dark)").addEventListener("change", change);

/** The chance to win by turn, with the turning points. */
class ChanceChart {
  constructor(target, whose, marks, go) {
    const percents = marks.map((mark) => mark.chance);
    const title = `Chance of ${sideName(whose)} to win, by turn`;
    const words = `${title}, from ${percents[0]} to ${percents[percents.length - 1]} percent`;
    const holder = el("figure", { class: "curve", role: "img", "aria-label": words });
    target.append(holder);
    const grid = { stroke: color("line"), width: 1 };
    const turns = Math.max(...marks.map((mark) => mark.turn ?? 0));
    const ends = marks.some((mark) => !mark.turn);
    const turn = (place, wide) => {
      const mark = marks[place];
      if (!mark) return "";
      if (!mark.turn) return "end";
      // Labels need room, that of the end too.
      const every = Math.ceil((turns * 26) / wide);
      const told = (mark.turn - 1) % every === 0 && !(ends && marks.length - place < 2 + every);
      return told && (place === 0 || marks[place - 1].turn !== mark.turn) ? String(mark.turn) : "";
    };
    $("at-turn").hidden = false;
    const tell = (place) => {
      const mark = marks[place];
      const when = mark?.turn ? `Turn ${mark.turn}, ${sideName(mark.whose)}` : "The end";
      $("at-turn").textContent = mark ? `${when}: ${mark.chance} %` : "Click a turn to see it on the board.";
    };
    tell(null);
    this.chart = new uPlot({
      title, width: this.width(holder), height: 260,
      scales: { x: { time: false }, y: { range: [0, 100] } },
      cursor: { drag: { setScale: false, x: false, y: false } },
      axes: [
        { stroke: color("quiet"), grid: { show: false }, ticks: grid, splits: marks.map((_, place) => place), values: (drawn, splits) => splits.map((place) => turn(place, drawn.width)) },
        { stroke: color("quiet"), grid, ticks: grid, size: 58, splits: [0, 25, 50, 75, 100], values: (_, splits) => splits.map((each) => `${each} %`) },
      ],
      legend: { show: false },
      series: [{}, { stroke: color("accent"), width: 3, points: { show: true, size: 7, fill: color("panel") } }],
      hooks: { draw: [(drawn) => this.points(drawn, marks)], setCursor: [(drawn) => tell(drawn.cursor.idx)] },
    }, [marks.map((_, place) => place), percents], holder);
    this.chart.over.addEventListener("click", () => {
      const place = this.chart.cursor.idx;
      if (place !== null && place !== undefined) go(marks[place].frame);
    });
    new ResizeObserver(() => {
      if (this.width(holder) !== this.chart.width) this.chart.setSize({ width: this.width(holder), height: 260 });
    }).observe(target);
    onScheme(() => this.chart.redraw(false));
  }

  width(holder) {
    return Math.max(holder.clientWidth - 12, 200);
  }

  /** The turning points: the turn in its colour, with its number. */
  points(drawn, marks) {
    const { ctx } = drawn;
    const scale = devicePixelRatio;
    ctx.save();
    ctx.lineWidth = 5 * scale;
    ctx.lineCap = "round";
    ctx.font = `bold ${14 * scale}px system-ui, sans-serif`;
    ctx.textAlign = "center";
    marks.forEach((mark, place) => {
      const next = marks[place + 1];
      if (!mark.point || !next) return;
      const [x1, x2] = [place, place + 1].map((each) => drawn.valToPos(each, "x", true));
      const [y1, y2] = [mark.chance, next.chance].map((each) => drawn.valToPos(each, "y", true));
      ctx.strokeStyle = ctx.fillStyle = color(next.chance < mark.chance ? "alarm" : "place")();
      ctx.beginPath();
      ctx.moveTo(x1, y1);
      ctx.lineTo(x2, y2);
      ctx.stroke();
      const beside = next.chance < mark.chance ? 12 : -12;
      ctx.fillText(String(mark.point), (x1 + x2) / 2 + beside * scale, (y1 + y2) / 2 - 4 * scale);
    });
    ctx.restore();
  }
}

/** Small charts with a marker at one frame. */
class Charts {
  constructor(target, game, go) {
    this.frames = game.curves.frames;
    this.now = 0;
    this.charts = [];
    const rows = CURVES.map(([key, title]) => [title, SIDES.map(([side, word]) => [word, side, game.curves[`${side}_${key}`]])]);
    if (!game.chances.length) rows.push(["Chance to win, by life force", [["Chance", "accent", game.curves.chance]]]);
    if (!this.frames.length) return;
    for (const [title, series] of rows) this.add(target, title, series, go);
    new ResizeObserver(() => this.resize()).observe(target);
    onScheme(() => this.charts.forEach(([chart]) => chart.redraw(false)));
  }

  add(target, title, series, go) {
    const last = series.map(([word, , values]) => `${word} from ${values[0]} to ${values[values.length - 1]}`).join(", ");
    const holder = el("figure", { class: "curve", role: "img", "aria-label": `${title}: ${last}` });
    target.append(holder);
    const grid = { stroke: color("line"), width: 1 };
    const chart = new uPlot({
      title, width: Math.max(holder.clientWidth - 12, 200), height: 170, scales: { x: { time: false } },
      cursor: { drag: { setScale: false, x: false, y: false } },
      axes: [{ stroke: color("quiet"), grid, ticks: grid }, { stroke: color("quiet"), grid, ticks: grid, size: 44 }],
      series: [{ label: "Moment" }, ...series.map(([label, name]) => ({ label, stroke: color(name), width: 2, points: { show: false } }))],
      hooks: { draw: [(drawn) => this.mark(drawn, color("alarm")())] },
    }, [this.frames, ...series.map(([, , values]) => values)], holder);
    chart.over.addEventListener("click", () => {
      if (chart.cursor.idx !== null && chart.cursor.idx !== undefined) go(this.frames[chart.cursor.idx]);
    });
    this.charts.push([chart, holder]);
  }

  mark(chart, color) {
    const x = Math.round(chart.valToPos(this.now, "x", true));
    const { top, height } = chart.bbox;
    chart.ctx.save();
    chart.ctx.strokeStyle = color;
    chart.ctx.lineWidth = 2;
    chart.ctx.beginPath();
    chart.ctx.moveTo(x, top);
    chart.ctx.lineTo(x, top + height);
    chart.ctx.stroke();
    chart.ctx.restore();
  }

  move(frame) {
    this.now = frame;
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      for (const [chart] of this.charts) chart.redraw(false);
    });
  }

  resize() {
    for (const [chart, holder] of this.charts) {
      const width = Math.max(holder.clientWidth - 12, 200);
      if (width !== chart.width) chart.setSize({ width, height: 170 });
    }
  }
}

class Viewer {
  constructor(game) {
    this.game = game;
    this.now = -1;
    this.ranks = {};
    this.story = new Map();
    for (const line of document.querySelectorAll(".told li")) {
      const frame = Number(line.dataset.frame);
      this.story.set(frame, [...(this.story.get(frame) ?? []), line]);
    }
    $("slider").max = game.frames.length - 1;
    $("viewer").hidden = false;
    this.charts = new Charts($("curves"), game, (frame) => this.show(frame));
    $("slider").addEventListener("input", () => this.show(Number($("slider").value)));
    for (const button of document.querySelectorAll("[data-go]")) {
      button.disabled = game.jumps[button.dataset.go]?.length === 0;
      button.addEventListener("click", () => this.go(button.dataset.go));
    }
    for (const button of document.querySelectorAll("button[data-frame]")) {
      button.disabled = false;
      button.addEventListener("click", () => this.visit(Number(button.dataset.frame)));
    }
    if (game.chances.length) new ChanceChart($("chance"), game.me, game.chances, (frame) => this.visit(frame));
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => {
      const wanted = this.wanted();
      if (wanted !== null) this.visit(wanted);
    });
    this.show(this.wanted() ?? this.asked(-1, 1));
    if (this.wanted() !== null) $("viewer").scrollIntoView();
  }

  /** The frame that the address names; null for none. */
  wanted() {
    const named = /^#(\d+)$/.exec(location.hash);
    return named ? this.ofQuestion(Number(named[1])) : null;
  }

  /** Shows a frame and goes to the board. */
  visit(frame) {
    this.show(frame);
    $("viewer").scrollIntoView();
  }

  ofQuestion(number) {
    const found = this.game.frames.findIndex((frame) => frame.question?.n === number);
    return found < 0 ? 0 : found;
  }

  /** The next frame with a question in a direction; the frame itself if there is none. */
  asked(from, step) {
    const frames = this.game.frames;
    for (let place = from + step; place >= 0 && place < frames.length; place += step) if (frames[place].question) return place;
    return Math.max(from, 0);
  }

  go(where) {
    const jumps = this.game.jumps;
    if (where === "next") this.show(this.asked(this.now, 1));
    else if (where === "previous") this.show(this.asked(this.now, -1));
    else if (where === "battles" || where === "blunders") this.show(jumps[where].find((frame) => frame > this.now) ?? jumps[where][0] ?? this.now);
    else if (jumps[where].length) {
      const rank = this.ranks[where] ?? 0;
      this.ranks[where] = (rank + 1) % jumps[where].length;
      const word = where === "losses" ? "loss of life force" : "choice";
      this.show(jumps[where][rank], `${rank + 1} of ${jumps[where].length}, ${where === "losses" ? "largest" : "closest"} ${word} first`);
    }
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, textarea, [role=group][tabindex], [role=region]")) return;
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const jump = { b: "battles", m: "blunders", l: "losses", c: "closest" }[event.key];
    if (step && event.shiftKey) this.show(this.now + step);
    else if (step) this.show(this.asked(this.now, step));
    else if (jump) this.go(jump);
    else if (event.key === "Home") this.show(0);
    else if (event.key === "End") this.show(this.game.frames.length - 1);
    else return;
    event.preventDefault();
  }

  show(place, note = "") {
    const frames = this.game.frames;
    const now = Math.min(Math.max(place, 0), frames.length - 1);
    const frame = frames[now];
    for (const line of this.story.get(this.now) ?? []) line.classList.remove("now");
    this.now = now;
    const question = frame.question;
    drawBoard($("board"), boardOf(this.game, frame.board), { most: this.game.most, marked: cardsAsked(question, question?.options?.some((option) => option.chosen)) });
    $("board").classList.toggle("taken-back", Boolean(frame.taken_back));
    drawQuestion($("question"), question);
    const better = document.querySelector(`.better a[href="#${question?.n}"]`)?.closest(".better").querySelector("p").cloneNode(true);
    if (better) $("question").append(better);
    const lines = this.story.get(now) ?? [];
    for (const line of lines) line.classList.add("now");
    $("came").replaceChildren(el("h2", {}, "What came about"),
      lines.length ? el("ul", { class: "told" }, lines.map((line) => el("li", {}, line.textContent))) : el("p", { class: "quiet" }, "Nothing is told here."));
    $("slider").value = now;
    const words = [`Moment ${now + 1} of ${frames.length}`, `question ${frame.number}`];
    if (frame.turn) words.push(`turn ${frame.turn}`);
    if (frame.whose) words.push(`${sideName(frame.whose)}: ${(frame.phase ?? "").replaceAll("_", " ").toLowerCase()}`);
    if (frame.taken_back) words.push("taken back later");
    if (note) words.push(note);
    $("where").textContent = words.join(" · ");
    $("slider").setAttribute("aria-valuetext", words.join(", "));
    this.charts.move(now);
  }
}

async function start() {
  const game = await unpacked($("game").textContent);
  if (game.frames.length) new Viewer(game);
}

start().catch((fault) => {
  $("trouble").hidden = false;
  $("trouble").textContent = `This browser cannot step the board (${fault.message}); the battles and the story are below.`;
});
