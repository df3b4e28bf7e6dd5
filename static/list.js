// Lists of waffles: sockets for the first cards in view, polling for the rest.

import { localTime } from './page.js';
import { read, readWaffle } from './api_client.js';
import { ServerClock } from './countdown.js';
import { element } from './elements.js';
import { NO_WINNERS, showHowWon } from './how_won.js';
import { follow, showState } from './live.js';
import { percent } from './numbers.js';
import { waffleWord } from './states.js';
import { buyerLink } from './winners.js';
import { tally } from './words.js';

/** As many cards as a phone shows. An address has a limited number of sockets, and people claim over the same one. */
const SOCKETS = 4;
const POLL = 20_000;
const SETTLE = 500;
/** States of a connection that shows nothing new, the worst first. */
const BAD = ['offline', 'retrying', 'behind'];
/** The longest delay that `setTimeout` takes, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

const cards = new Map(
  [...document.querySelectorAll('[data-waffle]')].map((card) => {
    return [card.dataset.waffle, { card, inView: false, live: null }];
  }),
);
const sign = document.querySelector('[data-live]');
const clock = new ServerClock(null, location.pathname);
let asked = null;

function write(card, name, words) {
  const place = card.querySelector(`[data-${name}]`);
  if (place) place.textContent = words;
}

function show({ card }, available, status) {
  const total = Number(card.dataset.total);
  card.dataset.available = available;
  card.dataset.status = status;
  card.querySelector('[data-bar]').value = total - available;
  write(card, 'left', tally(available));
  write(card, 'fill', percent(total - available, total));
  const { paused, opensAt, counts } = card.dataset;
  const opening = card.querySelector('[data-opening]');
  if (opening) opening.hidden = !(Number(opensAt) > clock.now);
  const soon = counts === undefined ? undefined : 'status-scheduled';
  write(card, 'tag', waffleWord(status, available, paused !== undefined, Number(opensAt) > clock.now, soon));
}

/** Updates a card when its waffle opens. The page may be an old copy, and the device's clock wrong. */
function awaitOpening(entry) {
  if (Number(entry.card.dataset.opensAt)) asked ||= clock.ask().then(() => cards.forEach(awaitOpening));
  const { dataset } = entry.card;
  const left = Number(dataset.opensAt) - clock.now;
  clearTimeout(entry.opening);
  if (left > 0 && left < LONGEST_TIMER) {
    entry.opening = setTimeout(() => show(entry, Number(dataset.available), dataset.status), left + 50);
  }
}

function apply(entry, summary) {
  const title = entry.card.querySelector('.card-title a');
  title.textContent = summary.title;
  write(entry.card, 'pending', tally(summary.pending_count));
  write(entry.card, 'paid', tally(summary.paid_count));
  const opens = entry.card.querySelector('[data-opens]');
  if (opens && summary.opens_at) {
    opens.dateTime = summary.opens_at;
    localTime(opens);
  }
  entry.card.dataset.opensAt = summary.opens_at ? Date.parse(summary.opens_at) : 0;
  awaitOpening(entry);
  entry.card.toggleAttribute('data-paused', summary.claims_paused);
  show(entry, summary.available_count, summary.status);
  showWinners(entry, summary);
}

/** Shows the winners of a summary or a message. */
function showWinners({ card }, result) {
  const line = card.querySelector('[data-winners]');
  if (!line) return;
  const { winning_spot_numbers: numbers, winning_social_handles: handles } = result;
  const spots = numbers.map((number, at) => element('span', {}, `#${number} `, buyerLink(handles[at])));
  line.querySelector('[data-winners-list]').replaceChildren(...spots);
  showHowWon(line.querySelector('[data-how-won]'), result);
  line.hidden = !spots.length;
}

function onMessage(entry, event) {
  const { available, status } = entry.card.dataset;
  const left = Number(available);
  if (event.type === 'waffle_updated') apply(entry, event.waffle);
  else if (event.type === 'waffle_archived') remove(entry);
  else if (event.type === 'waffle_completed' || event.type === 'winner_changed') {
    show(entry, left, 'completed');
    showWinners(entry, event);
  } else if (event.type === 'winner_cleared') {
    show(entry, left, 'active');
    showWinners(entry, NO_WINNERS);
  } else if (event.type === 'spot_update') {
    const { status: spot } = event.spot;
    show(entry, left - (spot === 'pending') + (spot === 'available'), status);
    // Most pending spots were claimed, but some may have been paid or another's before. Sellers see that sooner.
    const counts = 'counts' in entry.card.dataset;
    const wait = counts ? SETTLE : POLL * (0.5 + Math.random() / 2);
    if (counts || spot === 'pending') entry.reading ||= setTimeout(correct, wait, entry);
  }
}

/** Corrects the counts. */
async function correct(entry) {
  entry.reading = 0;
  const waffle = await readWaffle(entry.card.dataset.waffle, entry.card.dataset.id).catch(() => undefined);
  if (waffle === null) remove(entry);
  else if (waffle && waffle.seq >= Number(entry.card.dataset.seq)) take(entry, waffle);
  // There was no answer, or the socket's messages in the meantime are newer.
  else entry.reading ||= setTimeout(correct, POLL, entry);
}

function take(entry, { about, seq }) {
  entry.card.dataset.seq = seq;
  apply(entry, about);
}

function remove(entry) {
  entry.live?.stop();
  entry.card.remove();
  cards.delete(entry.card.dataset.waffle);
}

async function refetch(entry, least) {
  const waffle = await readWaffle(entry.card.dataset.waffle, entry.card.dataset.id, least);
  if (!waffle) {
    remove(entry);
    return false;
  }
  take(entry, waffle);
  return waffle.seq;
}

function open(entry) {
  const { dataset } = entry.card;
  entry.live = follow(dataset.waffle, {
    waffle: dataset.id,
    seq: dataset.seq === '' ? null : Number(dataset.seq),
    message: (event) => {
      // The answers read in the meantime include it.
      if (event.seq <= Number(dataset.seq)) return;
      if (typeof event.seq === 'number') dataset.seq = event.seq;
      onMessage(entry, event);
    },
    state: (name) => {
      entry.state = name;
      showAll();
    },
    refetch: (least) => refetch(entry, least),
  });
}

function showAll() {
  const states = [...cards.values()].filter(({ live }) => live).map(({ state }) => state);
  const worst = [...BAD, 'polling', 'connecting', 'live'].find((name) => states.includes(name));
  if (sign && worst) showState(sign, worst);
}

function assignSockets() {
  let sockets = 0;
  for (const entry of cards.values()) {
    const wanted = entry.inView && entry.card.dataset.status === 'active' && sockets < SOCKETS;
    if (wanted) sockets++;
    if (wanted && !entry.live) open(entry);
    if (!wanted && entry.live) {
      entry.live.stop();
      entry.live = null;
    }
  }
}

/** Reads the part of the list that the page shows. */
async function readList() {
  const { list } = document.querySelector('[data-list]').dataset;
  const response = await read(`/api/waffles?${list}`);
  return response.ok ? response.json() : null;
}

async function poll() {
  // There is no button here to try again.
  for (const { live, state } of cards.values()) if (state === 'offline') live?.wake();
  const uncovered = [...cards.values()].some(({ inView, live }) => inView && !live);
  if (document.visibilityState !== 'visible' || !uncovered) return;
  const list = await readList().catch(() => null);
  if (!list) return;
  const summaries = new Map(list.map((summary) => [summary.id, summary]));
  for (const entry of cards.values()) {
    // Cards with a socket follow by themselves, as far as they can.
    if (entry.live) continue;
    const summary = summaries.get(entry.card.dataset.id);
    if (summary) {
      // The list does not say which events it includes.
      entry.card.dataset.seq = '';
      apply(entry, summary);
    } else if (entry.inView) {
      // Newer ones may have moved it to the next page; or it is gone, or unlisted and still visible to its seller.
      entry.reading ||= setTimeout(correct, 0, entry);
    }
  }
}

const watch = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    const entry = cards.get(target.dataset.waffle);
    if (entry) entry.inView = isIntersecting;
  }
  assignSockets();
});
for (const { card } of cards.values()) watch.observe(card);
cards.forEach(awaitOpening);
if (cards.size) setInterval(poll, POLL);
