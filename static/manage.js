// The seller's page of a waffle: counts, rows and activity follow the board.

import { announcer } from './announcer.js';
import { post, readSpots } from './api.js';
import { candidate } from './draw.js';
import { busy, element, oncePerFrame, parts } from './elements.js';
import { followPage } from './live.js';
import { money, percent, spots, tally, writeNumbers } from './numbers.js';
import { localTime, reload } from './page.js';
import { LETTER, NAMES } from './states.js';

const page = document.querySelector('[data-manage]');
const part = parts(page);
const rows = part('rows');
const form = part('spots');
const { id, slug, filter } = page.dataset;
const total = Number(page.dataset.total);
const price = Number(page.dataset.priceCents);
const currency = { symbol: page.dataset.symbol, decimals: Number(page.dataset.decimals) };
const states = [' ', ...page.dataset.states];
const bulk = part('bulk');
const FULL_PAGE = 200;
const announce = announcer(part('announce'), () => `${count('a')} available, ${count('p')} pending.`);

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
    page.querySelector(`[data-sum="${letter}"]`).textContent = money(owed * price, currency);
  }
  part('bar').value = total - available;
  part('fill').textContent = percent(total - available, total);
  const tabs = { all: total, available, pending, paid: count('d'), winner: count('w'), loser: count('l') };
  for (const tab of page.querySelectorAll('[data-tab]')) {
    tab.querySelector('[data-tab-count]').textContent = tally(tabs[tab.dataset.tab]);
  }
  part('none').hidden = rows.childElementCount > 0;
  showSelected();
});

// Rows

function rowOf(number) {
  return rows.querySelector(`[data-number="${number}"]`);
}

function addRow(spot) {
  if (rows.childElementCount >= FULL_PAGE) return null;
  const row = document.getElementById('spot-row').content.firstElementChild.cloneNode(true);
  row.dataset.spot = spot.id;
  row.dataset.number = spot.number;
  row.querySelector('.cell-number').textContent = spot.number;
  const box = row.querySelector('input');
  box.value = spot.id;
  box.setAttribute('aria-label', `Select spot ${spot.number}`);
  for (const button of row.querySelectorAll('[data-act]')) {
    const { act } = button.dataset;
    button.formAction = `/admin/waffles/${id}/spots/${spot.id}/${act}`;
    button.setAttribute('aria-label', act === 'pay' ? `Mark paid: spot ${spot.number}` : `Release spot ${spot.number}`);
  }
  const after = [...rows.children].find((other) => Number(other.dataset.number) > spot.number);
  rows.insertBefore(row, after ?? null);
  return row;
}

function paint(row, spot, letter) {
  row.dataset.s = letter;
  const words = row.querySelector('[data-words]');
  words.dataset.s = letter;
  words.textContent = NAMES[letter];
  row.querySelector('[data-handle]').textContent = spot.claimed_by_handle ? `@${spot.claimed_by_handle}` : '';
  row.querySelector('[data-act="pay"]').hidden = letter !== 'p';
  row.querySelector('[data-act="release"]').hidden = letter !== 'p' && letter !== 'd';
  const box = row.querySelector('input');
  box.hidden = box.disabled = letter !== 'p' || !bulk;
  if (letter !== 'p') box.checked = false;
  const when = row.querySelector('[data-when]');
  when.replaceChildren();
  if (letter === 'p' || letter === 'd') {
    const now = element('time', { dateTime: new Date().toISOString() });
    when.append(now);
    localTime(now);
  }
  row.removeAttribute('data-fresh');
  requestAnimationFrame(() => row.setAttribute('data-fresh', ''));
}

function applySpot(spot) {
  const letter = LETTER[spot.status];
  if (!letter || spot.number > total) return;
  const changed = states[spot.number] !== letter;
  states[spot.number] = letter;
  let row = rowOf(spot.number);
  if (!row && changed && filter === spot.status) row = addRow(spot);
  if (row && (row.dataset.s !== letter || changed)) paint(row, spot, letter);
  if (changed && (letter === 'p' || letter === 'a')) announce(letter, spot.number, spot.claimed_by_handle);
  if (changed) {
    candidate(spot.number, letter === 'd', spot.claimed_by_handle);
    showCounts();
    readActivitySoon();
  }
}

// Activity

const DEEDS = { pending: 'claimed', available: 'released', winner: 'drew it as a winner', loser: 'did not draw it' };

function activityRow(entry) {
  const { seq, at, spot_number: number, social_handle: handle, admin_username: admin } = entry;
  const deed = DEEDS[entry.to_status] ?? (entry.from_status === 'pending' ? 'marked paid' : 'put it back to paid');
  const words = element('span', {}, [admin ?? (handle && `@${handle}`), deed].filter(Boolean).join(' '));
  if (admin && handle) words.append(' ', element('span', { className: 'who-handle' }, `(@${handle})`));
  const time = element('time', { dateTime: at });
  localTime(time);
  const row = element('li', {}, element('b', {}, number), words, time);
  row.dataset.seq = seq;
  return row;
}

let reading = 0;
function readActivitySoon() {
  reading ||= setTimeout(readActivity, 1_500);
}

async function readActivity() {
  const response = await fetch(`/api/admin/waffles/${id}/activity?limit=50`).catch(() => null);
  reading = 0;
  if (!response?.ok) return;
  const { entries } = await response.json();
  part('activity').replaceChildren(...entries.map(activityRow));
  part('no-activity').hidden = entries.length > 0;
}

// Actions

let fading = 0;
function flash(failed, words) {
  clearTimeout(fading);
  const line = part('flash');
  line.className = `notice toast ${failed ? 'bad' : 'good'}`;
  line.setAttribute('role', failed ? 'alert' : 'status');
  line.textContent = words;
  line.hidden = false;
  if (!failed) fading = setTimeout(() => (line.hidden = true), 6_000);
}

async function send(path, body) {
  try {
    const { ok, status, data } = await post(path, body);
    if (status === 401) location.reload();
    return ok ? data : { failed: data.error ?? 'That did not work. Try again.' };
  } catch {
    return { failed: 'The server could not be reached. Reload to see how it stands, then try again.' };
  }
}

async function act(button) {
  const row = button.closest('tr');
  const { spot, number } = row.dataset;
  const release = button.dataset.act === 'release';
  const handle = row.querySelector('[data-handle]').textContent;
  if (release && !confirm(`Release spot ${number}? ${handle} loses it, and anybody can claim it.`)) return;
  const answer = await busy(button, send(`/api/admin/spots/${spot}/${button.dataset.act}`, {}));
  if (answer.failed) return flash(true, `Spot ${number}: ${answer.failed}`);
  const focused = document.activeElement === button;
  applySpot(answer.spot);
  flash(false, release ? `Spot ${number} is free again.` : `Spot ${number} is paid.`);
  if (focused) (row.querySelector('[data-act]:not([hidden])') ?? row.querySelector('th')).focus?.();
}

async function payAll() {
  const ids = [...rows.querySelectorAll('input:checked')].map((box) => Number(box.value));
  if (!ids.length) return flash(true, 'Select pending spots first.');
  const answer = await busy(part('bulk-pay'), send(`/api/admin/waffles/${id}/spots/pay`, { spot_ids: ids }));
  if (answer.failed) return flash(true, answer.failed);
  answer.paid.forEach(applySpot);
  const skipped = answer.skipped.length ? ` ${answer.skipped.length} could not be: they changed meanwhile.` : '';
  const numbers = answer.paid.map(({ number }) => number);
  const marked = numbers.length ? `Marked paid: ${writeNumbers(numbers)}.` : 'Nothing was marked.';
  flash(numbers.length === 0, marked + skipped);
  showSelected();
}

/** The boxes of the pending spots that are listed. */
function payable() {
  return [...rows.querySelectorAll('input[name="spot_ids"]:not([disabled])')];
}

function showSelected() {
  if (!bulk) return;
  const boxes = payable();
  const selected = boxes.filter((box) => box.checked).length;
  const all = part('select-all');
  all.checked = selected > 0 && selected === boxes.length;
  all.indeterminate = selected > 0 && selected < boxes.length;
  all.disabled = boxes.length === 0;
  part('bulk-pay').textContent = selected
    ? `Mark ${spots(selected)} paid (${money(selected * price, currency)})`
    : 'Mark selected paid';
  part('bulk-pay').setAttribute('aria-disabled', selected === 0);
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const button = event.submitter;
  if (button?.dataset.act) act(button);
  else payAll();
});
rows.addEventListener('change', showSelected);
if (bulk) {
  part('all').hidden = false;
  part('select-all').addEventListener('change', ({ target }) => {
    for (const box of payable()) box.checked = target.checked;
    showSelected();
  });
  showSelected();
}

// An archived waffle has no live feed.
if (!('archived' in page.dataset)) {
  followPage(page, slug, {
    seq: Number(page.dataset.seq),
    message(event) {
      if (event.type === 'spot_update') applySpot(event.spot);
      else if (/^(waffle|winner)_/.test(event.type)) reload();
    },
    async refetch() {
      const list = await readSpots(slug);
      if (!list) return false;
      list.spots.forEach(applySpot);
      return list.seq;
    },
  });
}
