// The page of a waffle: the board follows the server, the dock claims.

import { claim } from './claim.js';
import { Grid } from './grid.js';
import { follow, showState } from './live.js';
import { money, normalHandle, parseNumbers, spots, tally, writeNumbers } from './numbers.js';
import { LETTER } from './states.js';
import { announcer, element, remember, remembered } from './visit.js';

const page = document.querySelector('.waffle');
const one = (name) => page.querySelector(`[data-${name}]`);
const board = one('board');
const form = one('claim');
const outcome = one('outcome');
const { id, slug } = board.dataset;
const currency = { symbol: board.dataset.symbol, decimals: Number(board.dataset.decimals) };
let price = Number(board.dataset.priceCents);
let status = board.dataset.status;
let claiming = null;

const ticked = [...board.querySelectorAll('input:checked')].map((input) => Number(input.value));
const grid = new Grid(board, { onPick, onInspect: inspect });
const announce = announcer(one('announce'), () => `${grid.counts.a} left.`);

// What the page shows

let drawing = 0;
function showCounts() {
  drawing ||= requestAnimationFrame(() => {
    drawing = 0;
    const left = grid.counts.a;
    const claimed = grid.total - left;
    one('left').textContent = tally(left);
    one('bar').value = claimed;
    one('fill').textContent = ((claimed / grid.total) * 100).toFixed(1);
    one('tag').textContent = { completed: 'Drawn', archived: 'Closed' }[status] ?? (left ? 'Open' : 'Full');
    showMine();
  });
}

function showMine() {
  const mine = grid.mine();
  const item = one('legend-mine');
  item.hidden = mine.length === 0;
  const due = mine.filter((number) => grid.state(number) === 'p').length;
  const which = mine.length > 15 ? spots(mine.length) : writeNumbers(mine);
  item.lastChild.textContent = `yours: ${which}${due ? ` (${money(due * price, currency)} to pay)` : ''}`;
}

function showPicked() {
  const picked = grid.picked.size;
  const count = Math.max(1, Math.floor(Number(form.elements.count.value)) || 1);
  form.dataset.mode = picked ? 'picked' : 'random';
  one('picked').hidden = one('clear').hidden = picked === 0;
  one('picked-count').textContent = `${spots(picked)}:`;
  one('picked-numbers').textContent = writeNumbers(grid.picked);
  one('claim-picked').textContent = picked ? `Claim ${tally(picked)} for ${money(picked * price, currency)}` : 'Tap spots on the board';
  one('claim-picked').setAttribute('aria-disabled', picked === 0);
  one('random-words').textContent = `Pick & claim ${tally(count)}`;
  one('random-sum').textContent = money(count * price, currency);
}

function showStatus() {
  const done = status === 'completed';
  form.hidden = done;
  one('tools').hidden = done;
  one('board-title').textContent = done ? 'The board' : 'Pick your spots';
  for (const item of page.querySelectorAll('[data-legend-drawn], [data-pay-drawn]')) item.hidden = !done;
  for (const item of page.querySelectorAll('[data-pay-open]')) item.hidden = done;
  if (done) grid.close();
  else grid.reopen();
  showCounts();
  showPicked();
}

function buyerLink(handle) {
  // Alone, these two are steps of a path.
  const at = handle === '.' || handle === '..' ? '@' : '';
  return element('a', { href: `/buyer/${at}${handle}` }, `@${handle}`);
}

function showWinners(numbers, handles) {
  one('winners').hidden = numbers.length === 0;
  one('winners-title').textContent = numbers.length === 1 ? 'And the winner is' : 'And the winners are';
  const rows = numbers.map((number, at) => element('li', {}, element('b', {}, `#${number}`), ' ', buyerLink(handles[at])));
  one('winners-list').replaceChildren(...rows);
}

/** Lets the winners glow under a rain of confetti; without the rain for whoever asked for less motion. */
function celebrate() {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const box = one('winners');
  box.removeAttribute('data-fresh');
  requestAnimationFrame(() => {
    box.setAttribute('data-fresh', '');
    box.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' });
  });
  document.querySelector('.confetti')?.remove();
  if (still) return;
  const rain = element('div', { className: 'confetti', ariaHidden: 'true' }, ...Array.from({ length: 36 }, () => element('i')));
  document.body.append(rain);
  setTimeout(() => rain.remove(), 6_000);
}

function showWaffle(waffle) {
  price = waffle.spot_price;
  status = waffle.status;
  one('title').textContent = waffle.title;
  one('price').textContent = money(price, currency);
  one('items').textContent = `${waffle.item_count} ${waffle.item_count === 1 ? 'winner' : 'winners'}`;
  if (one('description')) one('description').textContent = waffle.description ?? '';
  showWinners(waffle.winning_spot_numbers, waffle.winning_social_handles);
  showStatus();
}

let fading = 0;
function say(kind, title, lines = [], actions = []) {
  clearTimeout(fading);
  outcome.dataset.kind = kind;
  outcome.setAttribute('role', kind === 'bad' ? 'alert' : 'status');
  const rows = [element('p', { className: 'outcome-title' }, title), ...lines];
  if (kind !== 'plain') {
    const shut = element('button', { type: 'button', className: 'button quiet small' }, kind === 'good' ? 'Done' : 'OK');
    shut.addEventListener('click', hush);
    rows.push(element('p', { className: 'actions' }, ...actions, shut));
  }
  outcome.replaceChildren(...rows);
  outcome.hidden = false;
  if (kind === 'plain') fading = setTimeout(hush, 5_000);
}

function hush() {
  outcome.hidden = true;
}

function onPick() {
  if (outcome.dataset.kind === 'good') hush();
  showPicked();
}

function inspect(number, words, handle) {
  if (form.hidden) return;
  say('plain', `Spot ${number}: ${words}${handle ? `, @${handle}` : ''}`);
}

// What the server tells

let lost = [];
let telling = 0;
function tellLost() {
  telling = 0;
  const numbers = writeNumbers(lost);
  say('plain', `${numbers} ${lost.length === 1 ? 'was' : 'were'} just taken by somebody else, so we took ${lost.length === 1 ? 'it' : 'them'} off your selection.`);
  lost = [];
}

function applySpot({ number, status: name, claimed_by_handle: handle }) {
  const letter = LETTER[name];
  const wanted = grid.picked.has(number);
  claiming?.seen.add(number);
  if (!letter || !grid.set(number, letter, handle)) return;
  if (letter === 'p' || letter === 'a') announce(letter, number, handle);
  if (wanted && letter !== 'a') {
    if (!claiming?.numbers?.includes(number)) {
      lost.push(number);
      telling ||= setTimeout(tellLost, 250);
    }
    showPicked();
  }
  showCounts();
}

function showClosed() {
  status = 'archived';
  grid.close();
  form.hidden = true;
  one('tools').hidden = true;
  one('closed').hidden = false;
  showCounts();
}

function onMessage(event) {
  switch (event.type) {
    case 'spot_update':
      return applySpot(event.spot);
    case 'waffle_completed':
    case 'winner_changed':
      status = 'completed';
      showWinners(event.winning_spot_numbers, event.winning_social_handles);
      announce.now(`The draw is done. ${one('winners').textContent}`);
      celebrate();
      return showStatus();
    case 'winner_cleared':
      status = 'active';
      showWinners([], []);
      announce.now('The draw was taken back. The waffle is open again.');
      return showStatus();
    case 'waffle_updated':
      return showWaffle(event.waffle);
    case 'waffle_archived':
      live.stop();
      return showClosed();
  }
}

async function refetch() {
  const [about, list] = await Promise.all([fetch(`/api/waffles/${slug}`), fetch(`/api/waffles/${slug}/spots`)]);
  if (about.status === 404 || list.status === 404) {
    showClosed();
    return false;
  }
  if (!about.ok || !list.ok) throw new Error('no answer');
  const seq = Number(list.headers.get('X-Event-Seq'));
  for (const spot of await list.json()) applySpot(spot);
  showWaffle(await about.json());
  return seq;
}

const live = follow(slug, {
  seq: Number(board.dataset.seq),
  message: onMessage,
  refetch,
  state(name) {
    showState(one('live'), name);
    board.toggleAttribute('data-stale', name === 'offline');
    one('reconnect').hidden = name !== 'offline';
  },
});
one('reconnect').addEventListener('click', live.wake);

// What the buyer does

const handleField = form.elements.social_handle;
const numbersField = form.elements.numbers;
const countField = form.elements.count;
let typed = [];

function fieldError(field, name, words) {
  one(`${name}-error`).textContent = words;
  if (words) field.setAttribute('aria-invalid', 'true');
  else field.removeAttribute('aria-invalid');
}

function readNumbers(final) {
  const { numbers, problem } = parseNumbers(numbersField.value, grid.total);
  for (const number of typed) grid.pick(number, false);
  typed = numbers;
  const taken = numbers.filter((number) => !grid.pick(number, true) && !grid.picked.has(number));
  const gone = taken.length ? `Already taken: ${writeNumbers(taken)}.` : '';
  fieldError(numbersField, 'numbers', (final && problem) || gone);
  showPicked();
  return !problem;
}

function clearPicked() {
  grid.unpickAll();
  numbersField.value = '';
  typed = [];
  fieldError(numbersField, 'numbers', '');
  showPicked();
}

function step(by) {
  countField.value = Math.max(1, (Math.floor(Number(countField.value)) || 1) + by);
  showPicked();
}

const line = (...words) => element('p', {}, ...words);

function payLines() {
  const list = page.querySelector('section [data-pay]');
  return list ? [list.cloneNode(true)] : [];
}

function granted(numbers, handle, requested) {
  remember(handle);
  for (const number of numbers) if (!claiming.seen.has(number)) grid.set(number, 'p', handle);
  grid.claimFor(handle);
  clearPicked();
  showCounts();
  if (numbers.length === 0) {
    return say('bad', 'No spot was left.', [line('Sometimes one comes free again: keep an eye on the board.')]);
  }
  const part = requested > numbers.length ? `Claimed ${numbers.length} of ${requested}: ` : '';
  const sum = element('b', { className: 'price' }, money(numbers.length * price, currency));
  say('good', `${part}${writeNumbers(numbers)} ${numbers.length === 1 ? 'is' : 'are'} yours!`, [
    line('To pay: ', sum, '. The seller marks it when it arrives.'),
    ...payLines(),
  ]);
}

function refused({ code, error, taken, fields, wait }) {
  if (code === 'spots_taken' && taken.length) {
    for (const number of taken) grid.pick(number, false);
    typed = typed.filter((number) => !taken.includes(number));
    if (numbersField.value) numbersField.value = writeNumbers(typed);
    showPicked();
    const rest = grid.picked.size;
    const title = `${writeNumbers(taken)} ${taken.length === 1 ? 'was' : 'were'} just taken.`;
    if (!rest) return say('bad', title, [line('Nothing was claimed. Pick others, or let us pick for you.')]);
    const words = `Claim the rest for ${money(rest * price, currency)}`;
    const button = element('button', { type: 'submit', className: 'button primary small' }, words);
    return say('bad', `${title} Claim the rest?`, [line(`Nothing was claimed yet. Still free: ${writeNumbers(grid.picked)}.`)], [button]);
  }
  const field = fields.find(({ field: name }) => name === 'social_handle');
  if (field) {
    fieldError(handleField, 'handle', field.message);
    return handleField.focus();
  }
  const words = {
    rate_limited: `Easy on the syrup: too many claims. Try again in ${wait || 'a few'} seconds.`,
    unreachable: 'We could not reach the server.',
    unavailable: 'The server is busy. Your spots were not claimed.',
    outcome_unknown: 'We can’t tell yet whether that worked.',
  };
  const hint = {
    unreachable: 'Trying again can’t claim the same spots twice.',
    outcome_unknown: 'Look for your handle on the board, or try again: it can’t claim the same spots twice.',
  };
  say('bad', words[code] ?? error ?? 'That did not work.', hint[code] ? [line(hint[code])] : []);
}

async function submit(random) {
  if (claiming) return;
  const handle = normalHandle(handleField.value);
  if (!random && !readNumbers(true)) return numbersField.focus();
  if (!random && grid.picked.size === 0) return say('plain', 'Tap spots on the board first, or let us pick for you.');
  fieldError(handleField, 'handle', handle ? '' : 'Your handle, please: letters, digits, dot, underscore and hyphen.');
  if (!handle) return handleField.focus();
  const count = Math.floor(Number(countField.value));
  fieldError(countField, 'count', !random || count >= 1 ? '' : 'Pick one spot at least.');
  if (random && !(count >= 1)) return countField.focus();
  const numbers = random ? null : [...grid.picked].sort((a, b) => a - b);
  claiming = { numbers, seen: new Set() };
  hush();
  form.setAttribute('aria-busy', 'true');
  const button = one(random ? 'claim-random' : 'claim-picked');
  const words = random ? one('random-words') : button;
  button.setAttribute('aria-busy', 'true');
  words.textContent = 'Claiming…';
  const answer = await claim({ waffle: id, numbers, count, handle, onRetry: () => (words.textContent = 'Still trying…') });
  if (answer.ok) granted(numbers ?? answer.data.spot_numbers, handle, random ? count : 0);
  else refused(answer);
  claiming = null;
  form.removeAttribute('aria-busy');
  button.removeAttribute('aria-busy');
  showPicked();
  if (!outcome.hidden) outcome.focus({ preventScroll: true });
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  submit(event.submitter === one('claim-random'));
});
handleField.addEventListener('change', () => {
  const handle = normalHandle(handleField.value);
  if (handle) {
    handleField.value = handle;
    fieldError(handleField, 'handle', '');
  }
  grid.claimFor(handle);
  showMine();
});
document.querySelector('[data-find]').addEventListener('input', ({ target }) => {
  grid.claimFor(normalHandle(target.value));
  showMine();
});
numbersField.addEventListener('input', () => readNumbers(false));
numbersField.addEventListener('change', () => readNumbers(true));
countField.addEventListener('input', showPicked);
one('clear').addEventListener('click', clearPicked);
one('less').addEventListener('click', () => step(-1));
one('more').addEventListener('click', () => step(1));
one('next-free').addEventListener('click', () => {
  const number = grid.nextFree();
  if (number) grid.focus(number);
});

for (const name of ['less', 'more']) one(name).hidden = false;
one('next-free').hidden = grid.total <= 100;
form.noValidate = true;
// What gets the focus must not end up behind the dock.
new ResizeObserver(() => {
  const sticks = getComputedStyle(form).bottom === '0px';
  document.documentElement.style.scrollPaddingBottom = sticks ? `${form.offsetHeight + 16}px` : '';
}).observe(form);
const own = one('granted')?.dataset.granted;
if (own) remember(own);
handleField.value ||= own ?? remembered();
grid.claimFor(normalHandle(handleField.value));
for (const number of ticked) grid.pick(number, true);
showStatus();
if (numbersField.value) readNumbers(true);
