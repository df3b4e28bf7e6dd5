// The board for a stream or a big screen: it follows the waffle, for as long as it is shown.

import './page.js';
import { readSpots, readWaffle } from './api_client.js';
import { ServerClock, countDown } from './countdown.js';
import { oncePerFrame, parts } from './elements.js';
import { NO_WINNERS } from './how_won.js';
import { knownAlready } from './known_round.js';
import { follow, showState } from './live.js';
import { money } from './numbers.js';
import { isPrivate, roundTime } from './quicknet.js';
import { StageBoard } from './stage_board.js';
import { NewestClaims } from './stage_claims.js';
import { StageWinners } from './stage_winners.js';
import { LETTER, waffleWord } from './states.js';
import { say, tally } from './words.js';

/** With no one at the button, the page tries again by itself, this many milliseconds after it gave up. */
const AGAIN = 15_000;
const HOUR = 3_600_000;

const page = document.querySelector('[data-stage]');
const part = parts(page);
const { id, slug, status, seq, now, opensAt, paused, roundAt, symbol, decimals } = page.dataset;
const currency = { symbol, decimals: Number(decimals) };
const waffle = {
  status,
  opensAt: Number(opensAt),
  roundAt: Number(roundAt),
  paused: paused !== undefined,
};
const board = new StageBoard(part('board'));
const claims = new NewestClaims(part('claims-list'));
const winners = new StageWinners(page, board);
const clock = new ServerClock(Number(now), `/api/waffles/${slug}`);
let stopCount = () => {};
let again = 0;

const showCounts = oncePerFrame(() => {
  const { left, total } = board;
  part('left').textContent = tally(left);
  part('bar').value = total - left;
  const drawn = waffle.status === 'completed';
  const words = drawn ? say('stage-board-drawn', { total }) : say('stage-board-left', { left, total });
  part('board').setAttribute('aria-label', words);
  part('tag').textContent = waffleWord(waffle.status, left, waffle.paused, waffle.opensAt > clock.now);
  claims.show();
});

/** Counts down to the draw, or else to the opening. */
function showCountdown() {
  stopCount();
  const active = waffle.status === 'active';
  const drawing = waffle.status !== 'archived' && waffle.roundAt > 0;
  part('count').hidden = !drawing && !(active && waffle.opensAt > clock.now);
  if (part('count').hidden) return;
  part('count-title').textContent = say(drawing ? 'stage-draw-in' : 'stage-opens-in');
  const show = (left) => (part('count-left').textContent = left);
  stopCount = countDown(clock, drawing ? waffle.roundAt : waffle.opensAt, show, () => {
    part('count').hidden = !drawing;
    part('count-title').textContent = say('stage-the-draw');
    show(say('stage-any-moment'));
    showCounts();
  });
}

function showStatus() {
  page.dataset.status = waffle.status;
  // After the draw there is nothing to claim.
  part('rest').hidden = waffle.status !== 'active';
  if (part('address')) part('address').hidden = waffle.status !== 'active';
  showCountdown();
  showCounts();
}

function showWaffle(changed) {
  Object.assign(waffle, {
    status: changed.status,
    // It may name fractions of a millisecond.
    opensAt: changed.opens_at ? Date.parse(changed.opens_at) + 1 : 0,
    paused: changed.claims_paused,
  });
  part('title').textContent = document.title = changed.title;
  part('price').textContent = money(changed.spot_price, currency);
  winners.show(changed);
  showStatus();
}

function applySpot({ number, status: name, claimed_by_handle: handle }) {
  const letter = LETTER[name];
  if (!letter) return;
  const before = board.set(number, letter, handle);
  if (before === 'a' && letter !== 'a') claims.add(number, handle);
  if (before !== 'a' && letter === 'a') claims.remove(number);
  showCounts();
}

/** Counts down to the round of a locked draw; null for none. */
function showRound(draw) {
  waffle.roundAt = draw ? roundTime(draw) : 0;
  part('private-chain').hidden = !draw || !isPrivate(draw);
  part('known-round').replaceChildren(...(draw ? knownAlready(draw) : []));
}

function showLocked(draw) {
  showRound(draw);
  showStatus();
}

function showDrawn(status, result) {
  waffle.status = status;
  showRound(null);
  winners.show(result);
  showStatus();
}

function onMessage(event) {
  switch (event.type) {
    case 'spot_update':
      return applySpot(event.spot);
    case 'draw_locked':
      return showLocked(event.draw);
    case 'draw_voided':
      return showLocked(null);
    case 'waffle_completed':
    case 'winner_changed':
      return showDrawn('completed', event);
    case 'winner_cleared':
      return showDrawn('active', NO_WINNERS);
    case 'waffle_updated':
      return showWaffle(event.waffle);
    case 'waffle_archived':
      live.stop();
      return showClosed();
  }
}

function showClosed() {
  waffle.status = 'archived';
  showStatus();
}

async function refetch(least) {
  const list = await readSpots(slug, id, least);
  const told = list && (await readWaffle(slug, id, least));
  if (!told) {
    showClosed();
    return false;
  }
  const { about, locked } = told;
  for (const spot of list.spots) applySpot(spot);
  showRound(locked);
  showWaffle(about);
  // One may be newer than the other: changes that the older one lacks are sent again.
  return Math.min(list.seq, told.seq);
}

const live = follow(slug, {
  waffle: id,
  seq: Number(seq),
  message: onMessage,
  refetch,
  state(name) {
    clearTimeout(again);
    if (name === 'offline') again = setTimeout(() => live.wake(), AGAIN);
    showState(part('live'), name === 'offline' ? 'retrying' : name);
  },
});

// Within hours, the clocks of devices go wrong.
setInterval(() => clock.ask(), HOUR);
if (page.dataset.round) {
  const { number, round, chain } = page.dataset;
  showRound({ number, round, chain, round_at: new Date(waffle.roundAt).toISOString() });
}
showStatus();
