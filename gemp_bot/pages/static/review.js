// Waits for a review that is being made, and opens it.
const PAUSE = 400;

async function look() {
  let state;
  try {
    state = await (await fetch(`${location.pathname}/state`)).json();
  } catch {
    document.getElementById("told").textContent = "The sandbox does not answer: it was ended, or begins anew. This page tries again.";
    setTimeout(look, 3000);
    return;
  }
  if (state.ready || state.why) location.reload();
  else {
    document.getElementById("share").value = state.share ?? 0;
    setTimeout(look, PAUSE);
  }
}

look();
