// Sorts tables by any column: the heads become buttons. Without it they stay as they are.
"use strict";

/** What a cell is sorted by: its first number, or else its text; null for a dash. */
function valueOf(cell) {
  const text = cell.textContent.trim().replace("\u2212", "-");
  if (text === "\u2013" || text === "") return null;
  const found = /^[+-]?\d+(\.\d+)?/.exec(text);
  return found ? Number(found[0]) : text.toLowerCase();
}

function compare(one, other) {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one).localeCompare(String(other));
}

function sort(table, column, head) {
  const numbers = head.classList.contains("number");
  const now = head.getAttribute("aria-sort");
  const down = now ? now === "ascending" : numbers;
  for (const each of table.tHead.rows[0].cells) each.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const rows = [...table.tBodies[0].rows].map((row) => [valueOf(row.cells[column]), row]);
  rows.sort(([one], [other]) => {
    // What is not known stays at the end, whichever way.
    if (one === null || other === null) return (one === null) - (other === null);
    return down ? compare(other, one) : compare(one, other);
  });
  table.tBodies[0].append(...rows.map(([, row]) => row));
}

for (const table of document.querySelectorAll("table.sortable")) {
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    if (head.tagName !== "TH") return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sort(table, column, head));
    head.append(button);
  });
}
