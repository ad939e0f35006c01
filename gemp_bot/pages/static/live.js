// The live pages: told by server-sent events which game has something new, then asks for that alone.
import { drawBoard, drawQuestion, el } from "/static/board.js";

const connection = document.getElementById("connection");
const games = document.getElementById("games");
const board = document.getElementById("board");

function shown(value) {
  return value === null || value === undefined ? "–" : String(value);
}

function stageOf(game) {
  return game.damage || game.result || game.phase || game.stage;
}

function drawGames(rows) {
  games.replaceChildren(...rows.map((game) => el("tr", {},
    el("td", {}, el("a", { href: `/game/${encodeURIComponent(game.name)}` }, `${game.dark} against ${game.light}`), game.adopted ? " (adopted)" : ""),
    el("td", {}, shown(game.turn)),
    el("td", { class: "number" }, shown(game.dark_life)),
    el("td", { class: "number" }, shown(game.light_life)),
    el("td", { class: "number" }, game.chance === null ? "–" : `${Math.round(100 * game.chance)} %`),
    el("td", {}, stageOf(game)))));
  document.getElementById("none").hidden = rows.length > 0;
}

const story = document.getElementById("story");
let lines = 0;

function drawGame(state) {
  document.getElementById("stage").textContent = stageOf(state.game);
  drawBoard(board, state.board);
  drawQuestion(document.getElementById("question"), state.question);
  drawQuestion(document.getElementById("answered"), state.answered);
  if (state.story_from > lines) story.append(`\n… ${state.story_from - lines} lines …`);
  const atEnd = story.scrollHeight - story.scrollTop - story.clientHeight < 40;
  if (state.story.length) story.append(`${lines ? "\n" : ""}${state.story.join("\n")}`);
  lines = state.story_from + state.story.length;
  if (atEnd) story.scrollTop = story.scrollHeight;
}

// A game of several journals has an address for each, and is told of by one name.
const mine = board ? JSON.parse(document.getElementById("state").textContent).game.name : null;
let version = -1;
let asking = false;
let again = false;

async function refresh() {
  if (asking) {
    again = true;
    return;
  }
  asking = true;
  try {
    do {
      again = false;
      const path = mine === null ? "/now" : `/game/${encodeURIComponent(mine)}/state?story=${lines}`;
      const answer = await fetch(path);
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const state = await answer.json();
      if (mine === null) drawGames(state.games);
      else drawGame(state);
    } while (again);
    connection.textContent = "Live.";
  } catch (fault) {
    connection.textContent = `What is new could not be read (${fault.message}).`;
  } finally {
    asking = false;
  }
}

function listen() {
  const source = new EventSource("/events");
  source.onopen = () => { connection.textContent = "Live."; };
  source.onerror = () => { connection.textContent = "The connection is lost; trying again."; };
  source.onmessage = (event) => {
    const versions = JSON.parse(event.data);
    if (mine === null) {
      refresh();
    } else if (versions[mine] !== undefined && versions[mine] !== version) {
      version = versions[mine];
      refresh();
    }
  };
}

if (board) {
  const state = JSON.parse(document.getElementById("state").textContent);
  lines = state.story_from;
  version = state.version;
  drawGame(state);
  story.scrollTop = story.scrollHeight;
  if (state.game.stage === "running") listen();
  else connection.textContent = "This game is over.";
} else {
  listen();
}
