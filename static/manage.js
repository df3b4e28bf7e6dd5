// The seller's page of a waffle: counts, activity, and the money desk or the list of spots follow the board.

import { announcer } from './announcer.js';
import { post, read, readSpots } from './api_client.js';
import { ServerClock } from './countdown.js';
import { candidate } from './winner_picker.js';
import { oncePerFrame, parts } from './elements.js';
import { backoff, followPage } from './live.js';
import { moneyDesk } from './money_desk.js';
import { money, percent } from './numbers.js';
import { copyText, localTime } from './page.js';
import { sentenceOf } from './refusals.js';
import { reload } from './reload.js';
import { spotRows } from './spot_rows.js';
import { LETTER } from './states.js';
import { say, tally } from './words.js';

const page = document.querySelector('[data-manage]');
const part = parts(page);
const { id, slug } = page.dataset;
const total = Number(page.dataset.total);
const price = Number(page.dataset.priceCents);
const currency = { symbol: page.dataset.symbol, decimals: Number(page.dataset.decimals) };
const states = [' ', ...page.dataset.states];
/** How long changes are gathered before the page is read again. */
const GATHERED = 600;
/** How long after the opening the page is read again if no message reported it. */
const AGAIN = 5_000;
const DAY = 86_400_000;
const clock = new ServerClock(Number(page.dataset.now), `/api/waffles/${slug}`);
const announce = announcer(part('announce'), () => {
  return say('news-counts', { available: count('a'), pending: count('p') });
});

const count = (letter) => states.reduce((sum, state) => sum + (state === letter), 0);

const showCounts = oncePerFrame(() => {
  const available = count('a');
  const pending = count('p');
  // A drawn spot is paid too.
  const paid = total - available - pending;
  for (const [letter, shown] of Object.entries({ a: available, p: pending, d: paid })) {
    page.querySelector(`[data-count="${letter}"]`).textContent = tally(shown);
  }
  for (const [letter, owed] of Object.entries({ p: pending, d: paid })) {
    const sum = page.querySelector(`[data-sum="${letter}"]`);
    // Once the winners are set, no buyer owes.
    if (sum) sum.textContent = money(owed * price, currency);
  }
  part('bar').value = total - available;
  part('fill').textContent = percent(total - available, total);
  const tabs = { all: total, available, pending, paid: count('d'), winner: count('w'), loser: count('l') };
  for (const tab of page.querySelectorAll('[data-tab]')) {
    tab.querySelector('[data-tab-count]').textContent = tally(tabs[tab.dataset.tab]);
  }
  view.counted();
});

function applySpot(spot) {
  const letter = LETTER[spot.status];
  if (!letter || spot.number > total) return;
  const changed = states[spot.number] !== letter;
  states[spot.number] = letter;
  view.show(spot, letter, changed);
  readSoon();
  if (changed && (letter === 'p' || letter === 'a')) announce(letter, spot.number, spot.claimed_by_handle);
  if (changed) {
    candidate(spot.number, letter === 'd', spot.claimed_by_handle);
    showCounts();
  }
}

// Facts that only the server knows: what buyers owe and say, and who made each change.

let reading = 0;
/** The newest number that the server sent, and how often an answer lacked it. */
let newest = Number(page.dataset.seq);
let older = 0;
function readSoon(wait = GATHERED) {
  reading ||= setTimeout(readAnew, wait);
}

async function readAnew() {
  const address = new URL(location);
  view.asks?.(address.searchParams);
  const wanted = newest;
  const response = await read(address).catch(() => null);
  reading = 0;
  if (!response?.ok) return readSoon(backoff(++older));
  if (response.redirected) return location.reload();
  const text = await response.text().catch(() => null);
  if (text === null) return;
  const fresh = new DOMParser().parseFromString(text, 'text/html');
  // Another server may not know of it yet. Its answer is right, but incomplete.
  const got = Number(fresh.querySelector('[data-manage]').dataset.seq);
  older = got < wanted ? older + 1 : 0;
  if (got < newest) readSoon(older ? backoff(older) : GATHERED);
  // A change of the waffle itself changes everything.
  const facts = (root) => root.querySelector('.waffle-title h1, .waffle-title .facts').textContent;
  // A message about a draw or its result may have been left out for a resync.
  const won = (root) => root.querySelector('[data-winners]')?.textContent;
  const locked = (root) => root.querySelectorAll('[data-draw-locked]').length;
  const state = (root) => root.querySelector('[data-manage]').dataset.status + locked(root) + won(root);
  if (facts(fresh) !== facts(document) || state(fresh) !== state(document)) return location.reload();
  const find = parts(fresh);
  const unfolded = [...page.querySelectorAll('[data-group][open]')].map((it) => it.dataset.group);
  for (const name of ['activity', 'no-activity', 'all-activity', 'tag', 'terms']) {
    part(name).replaceWith(document.adoptNode(find(name)));
  }
  for (const seq of unfolded) page.querySelector(`[data-group="${seq}"]`)?.setAttribute('open', '');
  for (const time of page.querySelectorAll('[data-activity] time, [data-terms] time')) localTime(time);
  awaitOpening();
  view.refresh?.(find);
}

let opening = 0;
/** Reads the page again when the waffle has opened. */
function awaitOpening() {
  clearTimeout(opening);
  const { opensAt } = part('terms').dataset;
  if (!opensAt) return;
  const left = Number(opensAt) - clock.now;
  opening = setTimeout(() => readAnew().then(awaitOpening), Math.min(left > 0 ? left + 50 : AGAIN, DAY));
}

// Actions

let fading = 0;
function flash(failed, words) {
  clearTimeout(fading);
  const line = part('flash');
  line.className = 'notice toast';
  line.classList.add(failed ? 'bad' : 'good');
  line.setAttribute('role', failed ? 'alert' : 'status');
  line.textContent = words;
  line.hidden = false;
  if (!failed) fading = setTimeout(() => (line.hidden = true), 6_000);
}

// The result of the last form is shown at the top, which is out of sight.
const told = page.querySelector(':scope > .told > .notice');
if (told && location.hash) flash(told.classList.contains('bad'), told.textContent.trim());

async function send(path, body) {
  const missing = path.startsWith('/api/admin/spots/') ? 'refusal-no-spot' : 'refusal-no-waffle';
  const own = { not_found: missing, waffle_not_active: 'refusal-pay-one-by-one' };
  try {
    const { ok, status, data } = await post(path, body);
    if (status === 401) location.reload();
    if (ok) return data;
    return { failed: sentenceOf(data, own) ?? say('desk-failed') };
  } catch {
    return { failed: say('desk-unreachable') };
  }
}

const shown = { page, part, id, price, currency, send, flash, applySpot, readSoon, readAnew };
const view = part('desk') ? moneyDesk(shown) : part('spots') ? spotRows(shown) : { show() {}, counted() {} };

document.addEventListener('click', async (event) => {
  const link = event.target.closest('[data-copy-text]');
  if (!link) return;
  event.preventDefault();
  const response = await read(link.href).catch(() => null);
  const text = response?.ok ? await response.text().catch(() => null) : null;
  const copied = text !== null && (await copyText(text));
  if (copied) flash(false, say('desk-copied'));
  else location.assign(link.href);
});

awaitOpening();

// An archived waffle has no live feed.
if (!('archived' in page.dataset)) {
  followPage(page, slug, {
    waffle: id,
    seq: Number(page.dataset.seq),
    message(event) {
      newest = event.seq;
      if (event.type === 'spot_update') applySpot(event.spot);
      else if (event.type === 'waffle_updated' || event.type === 'notes_changed') readSoon();
      else if (/^(waffle|winner|draw)_/.test(event.type)) reload();
    },
    async refetch(least) {
      const list = await readSpots(slug, id, least);
      if (!list) return false;
      newest = list.seq;
      list.spots.forEach(applySpot);
      return list.seq;
    },
  });
}
