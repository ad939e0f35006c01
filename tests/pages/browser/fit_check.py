"""Asks a page in the browser what of it is cut off or covered."""

from chromium import Tab

_FIND = """
((part) => {
  const wrong = [];
  const wide = document.documentElement.clientWidth;
  const all = document.documentElement.scrollWidth;
  if (all > wide) wrong.push(`the page is ${all} wide`);
  const words = (each) => each.textContent.trim().slice(0, 40);
  const name = (each) => `${each.tagName}#${each.id}.${each.className} "${words(each)}"`;
  const seen = (each) => each.offsetParent !== null && each.getClientRects().length
    && !each.closest('.hidden, .skip') && getComputedStyle(each).clipPath === 'none';
  for (const each of document.querySelectorAll(`${part}, ${part} *, header *`)) {
    if (!seen(each) || each.matches('input, select, textarea, option')) continue;
    const box = each.getBoundingClientRect();
    const style = getComputedStyle(each);
    const beyond = box.width && (box.right > wide + 1 || box.left < -1);
    const cut = each.clientWidth && style.display !== 'inline' && each.scrollWidth > each.clientWidth + 2;
    if (beyond || cut) wrong.push(`${beyond ? 'beyond the edge' : 'cut off'}: ${name(each)}`);
  }
  for (const each of document.querySelectorAll(`${part} button.about`)) {
    if (!seen(each)) continue;
    const box = each.getBoundingClientRect();
    const range = document.createRange();
    const walk = document.createTreeWalker(each.parentNode, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      if (each.contains(walk.currentNode)) continue;
      range.selectNodeContents(walk.currentNode);
      const hit = [...range.getClientRects()].some((line) => line.width && line.right > box.left + 1
        && line.left < box.right - 1 && line.bottom > box.top + 3 && line.top < box.bottom - 3);
      if (hit) wrong.push(`the button of a card lies over "${words(walk.currentNode)}"`);
    }
  }
  const scrolled = [...document.querySelectorAll('#ask, #choices, #advice, #area, #hand, #side, #told')]
    .map((each) => [each, each.scrollTop]);
  const top = scrollY;
  for (const each of document.querySelectorAll(`${part} button, ${part} input, ${part} summary`)) {
    if (!seen(each) || each.disabled || each.id === 'more') continue;
    each.scrollIntoView({ block: 'center', behavior: 'instant' });
    const box = each.getBoundingClientRect();
    const x = box.left + box.width / 2;
    const y = Math.min(box.top + box.height / 2, innerHeight - 1);
    const hit = document.elementFromPoint(x, y);
    const lies = hit && (each.contains(hit) || hit.contains(each));
    // On a narrow page the sheet of the question lies over the board, which scrolls above it.
    const sheet = hit && innerWidth < 992 && !each.closest('#ask') && hit.closest('#ask');
    if (!lies && !sheet) wrong.push(`covered: ${name(each)} by ${hit ? name(hit) : 'nothing'}`);
  }
  for (const [each, was] of scrolled) each.scrollTop = was;
  scrollTo(0, top);
  return wrong.slice(0, 5);
})
"""


async def misfits(tab: Tab, part: str = "#game") -> list[str]:
    """What is cut off, lies beyond an edge or is covered, a line each; empty if nothing is.

    Args:
        part: of the page that is looked at; buttons of it are looked at one by one.
    """
    return list(await tab.run(f"{_FIND}({part!r})"))
