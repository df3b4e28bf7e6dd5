// The page of a waffle: the board follows the server, and the dock claims.

import { announcer } from './announcer.js';
import { readSpots, readWaffle } from './api_client.js';
import { ClaimDock } from './claim_dock.js';
import { ServerClock, countDown } from './countdown.js';
import { element, oncePerFrame, parts } from './elements.js';
import { Grid } from './grid.js';
import { normalHandle } from './handle.js';
import { NO_WINNERS } from './how_won.js';
import { knownAlready } from './known_round.js';
import { followPage } from './live.js';
import { money, percent, writeNumbers } from './numbers.js';
import { localTime } from './page.js';
import { isPrivate, roundTime } from './quicknet.js';
import { linksToReceipts } from './saved_receipts.js';
import { LETTER, waffleWord } from './states.js';
import { Terms } from './terms.js';
import { Winners } from './winners.js';
import { nodes, say, tally } from './words.js';

const page = document.querySelector('.waffle');
const part = parts(page);
const board = part('board');
const { id, slug, status, priceCents, symbol, decimals } = board.dataset;
const waffle = { id, status, price: Number(priceCents), currency: { symbol, decimals: Number(decimals) } };

// The grid replaces the form's checkboxes.
const ticked = [...board.querySelectorAll('input:checked')].map((input) => Number(input.value));
export const grid = new Grid(board, {
  onPick: (done) => dock.onPick(done),
  onInspect: (number, words, handle) => dock.onInspect(number, words, handle),
});
const dock = new ClaimDock(page, {
  grid,
  waffle,
  onClaim: showClaimed,
  onHandle: showAs,
  onMissed: () => live.look(),
});
const winners = new Winners(page);
const announce = announcer(part('announce'), () => say('news-left', { left: grid.counts.a }));
const clock = new ServerClock(Number(part('now').dataset.now), `/api/waffles/${slug}`);
const terms = new Terms(page, clock, onOpening);

const toDraw = part('to-draw');
let stopCounting = () => {};

const { title } = document;

/** A tab in the background says how many spots are left. */
function showTab() {
  const counts = document.hidden && waffle.status === 'active';
  document.title = counts ? say('board-tab', { left: grid.counts.a, title }) : title;
}

function showCounts() {
  // No frame is drawn in the background.
  showTab();
  drawCounts();
}

const drawCounts = oncePerFrame(() => {
  const left = grid.counts.a;
  const claimed = grid.total - left;
  part('left').textContent = tally(left);
  part('bar').value = claimed;
  part('fill').textContent = percent(claimed, grid.total);
  part('tag').textContent = waffleWord(waffle.status, left, terms.paused, terms.waiting);
  const active = waffle.status === 'active';
  part('board-title').textContent = say(active && left ? 'board-pick' : 'board-title');
  part('full').hidden = !active || left > 0;
  dock.show(active && terms.open, left);
  showMine();
});

/** Lists the receipts of claims that were made on this device. */
function showReceipts() {
  const links = linksToReceipts(id);
  part('receipts').replaceChildren(element('b', {}, say('board-receipts')), ...links);
  part('receipts').hidden = links.length === 0;
}

function showClaimed() {
  showReceipts();
  showCounts();
}

function onOpening() {
  announce.now(say('news-open'));
  showStatus();
}

function showMine() {
  const mine = grid.heldBy();
  dock.limit(Number(part('most').dataset.most) || Infinity);
  const item = part('legend-mine');
  item.hidden = mine.length === 0;
  const due = mine.filter((number) => grid.state(number) === 'p').length;
  const spots = mine.length > 15 ? say('waffle-spots', { count: mine.length }) : writeNumbers(mine);
  const owed = waffle.status === 'active' && part('locked').hidden;
  const key = due ? (owed ? 'mine-owed' : 'mine-out') : 'mine-spots';
  item.lastChild.textContent = say(key, { spots, due, sum: money(due * waffle.price, waffle.currency) });
}

/** Shows the board as the buyer with this handle sees it. */
function showAs(handle) {
  grid.claimFor(handle);
  showMine();
}

function showStatus() {
  const done = waffle.status === 'completed';
  board.dataset.status = part('legend').dataset.status = waffle.status;
  const open = waffle.status === 'active' && terms.open;
  for (const item of page.querySelectorAll('[data-legend-drawn]')) item.hidden = !done;
  showLockedOrNot();
  if (open && !grid.open) grid.reopen();
  if (!open) grid.close(waffle.status === 'active');
  if (waffle.status === 'active') terms.reopen();
  else terms.close();
  showCounts();
  dock.showPicked();
}

function showWaffle(changed) {
  waffle.price = changed.spot_price;
  waffle.status = changed.status;
  part('title').textContent = changed.title;
  part('price').textContent = money(waffle.price, waffle.currency);
  part('items').textContent = say('waffle-winners', { count: changed.item_count });
  terms.show(changed);
  if (part('description')) part('description').textContent = changed.description ?? '';
  winners.show(changed);
  showStatus();
}

/** Shows what depends on whether a draw is locked: spots claimed or unpaid after that are not in it. */
function showLockedOrNot() {
  const locked = !part('locked').hidden;
  if (locked) dock.forgetPaid((number) => board.querySelector(`[data-n="${number}"]`)?.dataset.s === 'p');
  const done = waffle.status === 'completed';
  const show = (what, states) => {
    for (const [name, shown] of Object.entries(states)) {
      for (const item of page.querySelectorAll(`[data-${what}-${name}]`)) item.hidden = !shown;
    }
  };
  show('if', { locked, open: !locked });
  show('pay', { locked, open: !locked && !done, drawn: !locked && done });
  showMine();
}

/** Counts down to the round of the locked draw, and says if it was known already. */
function showRound(draw) {
  const show = (left) => (toDraw.textContent = say('locked-in', { left }));
  part('locked').append(...knownAlready(draw));
  stopCounting = countDown(clock, roundTime(draw), show, () => (toDraw.textContent = say('locked-now')));
}

/** Says which draw is locked; null if none is. */
function showLocked(draw) {
  stopCounting();
  part('locked').hidden = !draw;
  showLockedOrNot();
  if (!draw) return;
  const { entries_count: count, number } = draw;
  const at = element('time', { dateTime: new Date(roundTime(draw)).toISOString() });
  at.dataset.time = 'seconds';
  localTime(at);
  const words = nodes('locked-entries', { b: element('b'), time: at }, { entries: count, round: tally(draw.round) });
  const entries = element('a', { href: `/waffle/${slug}/draws/${number}` }, say('locked-see-entries'));
  const chain = isPrivate(draw) ? [say('locked-private'), ' '] : [];
  const after = element('p', { className: 'after' }, ...chain, entries);
  part('locked').replaceChildren(toDraw, element('p', { className: 'with-moment' }, ...words), after);
  showRound(draw);
}

function showClosed() {
  waffle.status = board.dataset.status = part('legend').dataset.status = 'archived';
  grid.close();
  terms.close();
  part('closed').hidden = false;
  showCounts();
}

/** `told` is whether the server sent news of the spot; otherwise it is one of a whole board that was read. */
function applySpot({ number, status: name, claimed_by_handle: handle }, told) {
  const letter = LETTER[name];
  const wanted = grid.picked.has(number);
  const changed = letter && grid.set(number, letter, handle);
  if (told || changed) dock.onSpot(number);
  if (!changed) return;
  if (letter === 'p' || letter === 'a') announce(letter, number, handle);
  if (wanted && letter !== 'a') dock.onPickTaken(number);
  showCounts();
}

function onMessage(event) {
  switch (event.type) {
    case 'spot_update':
      return applySpot(event.spot, true);
    case 'waffle_completed':
    case 'winner_changed':
      winners.show(event);
      showLocked(null);
      waffle.status = 'completed';
      announce.now(say('news-drawn', { winners: winners.words }));
      winners.celebrate();
      return showStatus();
    case 'draw_locked':
      return showLocked(event.draw);
    case 'draw_voided':
      return showLocked(null);
    case 'winner_cleared':
      waffle.status = 'active';
      winners.show(NO_WINNERS);
      announce.now(say('news-cleared'));
      return showStatus();
    case 'waffle_updated':
      return showWaffle(event.waffle);
    case 'waffle_archived':
      live.stop();
      return showClosed();
  }
}

async function refetch(least) {
  const list = await readSpots(slug, id, least);
  const waffle = list && (await readWaffle(slug, id, least));
  if (!waffle) {
    showClosed();
    return false;
  }
  for (const spot of list.spots) applySpot(spot, false);
  showLocked(waffle.locked);
  showWaffle(waffle.about);
  // One may be newer than the other: changes that the older one lacks are sent again.
  return Math.min(list.seq, waffle.seq);
}

const live = followPage(page, slug, {
  waffle: id,
  seq: Number(board.dataset.seq),
  message: onMessage,
  refetch,
  state: (name) => board.toggleAttribute('data-stale', name === 'offline' || name === 'behind'),
});

addEventListener('visibilitychange', showTab);
document.querySelector('[data-find]').addEventListener('input', ({ target }) => showAs(normalHandle(target.value)));
dock.start(ticked);
const { number, round, roundAt, chain } = part('locked').dataset;
if (round) showRound({ number, round, chain, round_at: roundAt });
showReceipts();
showStatus();
