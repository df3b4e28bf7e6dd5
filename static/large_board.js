// The page of a waffle with more than a hundred spots: what leads to a spot without scrolling past all others.

import './tabs.js';
import { grid } from './board.js';
import { element, parts } from './elements.js';
import { say } from './words.js';

/** A part of the board, as the grid fills it. */
const CHUNK = 100;
/** Where there are more spots than this, the jumps to hundreds show once their thousand is jumped to. */
const UNFOLDED = 2_000;
/** So few free spots are shown in one piece, and more in the parts of the board that they are in. */
const FEW = 1_000;
/** How long the page is left alone before spots come and go: nothing moves under a thumb. */
const QUIET = 3_000;

const part = parts(document);
const [board, ways, row, freeOnly] = ['board', 'ways', 'jumps', 'free-only'].map(part);
const all = grid.shown;
let only = false;
let touched = 0;

/** Shows all spots, or those that are free now. The one with the focus stays. */
function show() {
  only &&= grid.counts.a > 0;
  freeOnly.setAttribute('aria-pressed', only);
  const kept = board.contains(document.activeElement) ? grid.current : 0;
  const shown = only ? all.filter((number) => number === kept || grid.state(number) === 'a') : all;
  if (only) board.dataset.freeOnly = shown.length > FEW ? 'many' : 'few';
  else delete board.dataset.freeOnly;
  if (shown.length === grid.shown.length && shown.every((number, at) => number === grid.shown[at])) return;
  grid.shown = shown;
  const places = new Map(shown.map((number, at) => [number, at + 1]));
  for (const chunk of board.querySelectorAll('.chunk')) {
    const before = Number(chunk.dataset.from) - 1;
    const numbers = all.slice(before, before + CHUNK);
    chunk.hidden = chunk.previousElementSibling.hidden = !numbers.some((number) => places.has(number));
    if (chunk.hidden || !(only || chunk.firstChild)) continue;
    for (const number of numbers) {
      const tile = grid.tile(number);
      tile.hidden = !places.has(number);
      tile.setAttribute('aria-posinset', places.get(number) ?? number);
      tile.setAttribute('aria-setsize', shown.length);
    }
  }
  if (!places.has(grid.current)) grid.stop(shown.find((number) => number > grid.current) ?? shown[0]);
}

function jump(number) {
  const to = grid.shown.find((other) => other >= number) ?? grid.shown.at(-1);
  grid.focus(to);
  grid.tile(to).scrollIntoView();
}

/** Goes to the next free spot after the current one, going round. */
function toNextFree() {
  const free = all.filter((number) => grid.state(number) === 'a' && !grid.picked.has(number));
  const next = free.find((number) => number > grid.current) ?? free[0];
  if (!next) return;
  // It may have come free since.
  if (!grid.shown.includes(next)) show();
  grid.focus(next);
}

/** Shows the jumps to the thousands, and to the hundreds of the one with this digit. */
function unfold(digit) {
  for (const button of row.children) {
    button.hidden = grid.total > UNFOLDED && button.value % 1_000 > 1 && button.value.at(-4) !== digit;
  }
  // An end of the row fades where it goes on.
  row.dispatchEvent(new Event('scroll'));
}

function makeJumps() {
  for (let number = 1; number <= grid.total; number += CHUNK) {
    const button = element('button', { type: 'button', className: 'button quiet small', value: number }, number);
    button.setAttribute('aria-label', say('board-jump', { number: String(number) }));
    button.addEventListener('click', () => {
      unfold(button.value.at(-4));
      button.scrollIntoView({ inline: 'start' });
      jump(number);
    });
    row.append(button);
  }
  unfold(0);
}

freeOnly.addEventListener('click', () => {
  only = !only;
  show();
  if (board.getBoundingClientRect().top < 0) board.scrollIntoView();
});
part('next-free').addEventListener('click', toNextFree);
for (const name of ['pointerdown', 'pointermove', 'keydown', 'scroll']) {
  addEventListener(name, () => (touched = performance.now()), { passive: true });
}
setInterval(() => {
  if (only && performance.now() - touched > QUIET) show();
}, 1_000);
if (row) makeJumps();
ways.hidden = part('next-free').hidden = false;
// A focused spot must not end up behind the bar, nor the name of its part.
document.documentElement.style.scrollPaddingTop = `${ways.offsetHeight + 32}px`;
