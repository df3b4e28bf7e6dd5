// The page of a receipt: follows the waffle, and reads the receipt again when something about it may have changed.

import { eventSeq, read } from './api_client.js';
import { localTime } from './page.js';
import { ServerClock, countDown } from './countdown.js';
import { element, parts } from './elements.js';
import { followPage } from './live.js';
import { money, writeNumbers } from './numbers.js';
import { forgetReceipt, rememberReceipt } from './saved_receipts.js';
import { LETTER } from './states.js';
import { Winners, prizeName } from './winners.js';
import { nodes, say } from './words.js';

/** Watchers of a waffle don't all read at the same moment. */
const SPREAD = 500;
const AGAIN = 5_000;
/**
 * All receipts with unpaid spots read any buyer's note within this time: it may be this buyer's, from another device.
 */
const NOTED = 120_000;

/** The states of the spots that the buyer holds, the best first. */
const GROUPS = [
  ['w', 'receipt-spots-winner'],
  ['d', 'receipt-spots-paid'],
  ['l', 'receipt-spots-lost'],
  ['p', 'receipt-spots-unpaid'],
];

const page = document.querySelector('[data-receipt]');
const part = parts(page);
const { token, id, slug, now, symbol, decimals } = page.dataset;
const currency = { symbol, decimals: Number(decimals) };
const api = `/api/receipts/${encodeURIComponent(token)}`;
const clock = new ServerClock(Number(now), `/waffle/${slug}`);
const winners = new Winners(page);
let numbers = null;
let result = part('result-won').hidden ? (part('result-lost').hidden ? 'open' : 'lost') : 'won';
let known = '';
/** The number of the newest event that was received or read. */
let told = 0;
let timer = 0;
let noted = 0;
let stopCounting = () => {};

/** The state of a spot that the buyer holds; none for one that was given back or released. */
const letter = ({ yours, status }) => (yours ? LETTER[status] : null);

/** Whether the buyer holds a spot that is not paid and not in the draw. */
const isOut = (spot) => letter(spot) === 'p' && spot.in_draw === false;

/** Names the spots that are not in the draw, `owed` for some of which may have to be paid after all. */
function showOut(spots, owed) {
  const unpaid = spots.filter(isOut);
  const paid = spots.filter((spot) => spot.yours && spot.in_draw === false && !isOut(spot) && letter(spot) !== 'w');
  const all = { 'out-waiting': owed ? unpaid : [], 'out-unpaid': owed ? [] : unpaid, 'out-paid': paid };
  for (const [name, out] of Object.entries(all)) {
    part(name).hidden = !out.length;
    part(name).querySelector('[data-numbers]').textContent = writeNumbers(out.map(({ number }) => number));
  }
  part('to-pay').hidden = !part('out-waiting').hidden;
  const until = unpaid.map((spot) => spot.pay_by).filter(Boolean).sort()[0];
  part('kept').hidden = !until;
  if (!until) return;
  part('kept-until').dateTime = until;
  localTime(part('kept-until'));
}

function showSpots(spots) {
  const rows = GROUPS.flatMap(([name, open]) => {
    const words = say(name === 'p' && spots.some(isOut) ? 'receipt-spots-out' : open);
    const held = spots.filter((spot) => letter(spot) === name).map(({ number }) => number);
    if (!held.length) return [];
    const key = element('span', { className: 'spot key', ariaHidden: 'true' });
    key.dataset.s = name;
    const row = element('li', {}, key, element('span', {}, element('b', {}, writeNumbers(held)), ` ${words}`));
    row.dataset.group = name;
    return [row];
  });
  if (!rows.length) rows.push(element('li', {}, say('receipt-spots-none')));
  part('spots').replaceChildren(...rows);
}

function showDeadline(moment) {
  stopCounting();
  part('deadline').hidden = !moment;
  if (!moment) return;
  const time = part('pay-by');
  time.dateTime = moment;
  localTime(time);
  const left = (words) => (part('countdown').textContent = say('receipt-time-left', { left: words }));
  const over = () => (part('countdown').textContent = say('receipt-time-over'));
  stopCounting = countDown(clock, Date.parse(moment), left, over);
}

function showDue(receipt) {
  const { spots, owed, amount_to_send: amount, payment_options: options } = receipt;
  const { says_paid_at: said, says_paid_until: until } = receipt;
  const pending = owed ? spots.filter((spot) => letter(spot) === 'p') : [];
  const ticks = new Set(pending.map(({ number }) => String(number)));
  part('due').hidden = part('give-back').hidden = !pending.length;
  part('all-paid').hidden =
    pending.length > 0 || !spots.some((spot) => letter(spot) === 'd' && spot.in_draw !== false);
  showOut(spots, owed);
  part('sum').textContent = money(amount, currency);
  part('exactly').hidden = amount === owed;
  part('owed').textContent = money(owed, currency);
  // Spots that are not in a locked draw are not to be paid now.
  const asked = pending.filter(({ in_draw: entered }) => entered === null);
  showDeadline(asked.map((spot) => spot.pay_by).filter(Boolean).sort()[0]);
  const links = [...page.querySelectorAll('[data-pay] a')];
  const addresses = options.map(({ link }) => link).filter(Boolean);
  // Changed payment methods are shown when the page is loaded again.
  if (links.length === addresses.length) links.forEach((link, at) => (link.href = addresses[at]));
  part('say').hidden = Boolean(said);
  part('said').hidden = !said;
  if (said) {
    part('said-at').dateTime = said;
    localTime(part('said-at'));
    part('kept-open').hidden = Boolean(until);
    part('kept-limited').hidden = !until;
  }
  if (until) {
    part('said-until').dateTime = until;
    localTime(part('said-until'));
  }
  for (const tick of page.querySelectorAll('[data-tick]')) {
    tick.hidden = !ticks.has(tick.dataset.tick);
    if (tick.hidden) tick.querySelector('input').checked = false;
  }
}

function showResult({ waffle, spots, result: next }) {
  part('result-won').hidden = next !== 'won';
  part('result-lost').hidden = next !== 'lost';
  winners.show(waffle);
  showPrizes(spots);
  if (next !== result && next !== 'open') announce(say(next === 'won' ? 'receipt-won' : 'receipt-others-won'));
  if (next === 'won' && result !== 'won') winners.celebrate();
  result = next;
}

/** Shows the prizes of the buyer's spots, and which of them are alternates. */
function showPrizes(spots) {
  const numbered = ({ number }) => element('b', {}, `#${number}`);
  const won = spots.filter(({ prize }) => prize !== null);
  part('prizes').replaceChildren(...won.map((spot) => element('li', {}, numbered(spot), ' ', prizeName(spot.prize))));
  const alternates = spots.filter(({ alternate }) => alternate !== null);
  part('alternate').hidden = !alternates.length;
  const row = (spot) => nodes('receipt-alternate', { b: numbered(spot) }, { place: spot.alternate });
  part('alternates').replaceChildren(...alternates.map((spot) => element('li', {}, ...row(spot))));
}

function announce(words) {
  document.querySelector('[data-announce]').textContent = words;
}

/** The parts of a waffle that a receipt depends on: others claim and pay all the time. */
function relevant(waffle) {
  const { title, spot_price, distinct_amounts, status, archived, won_by, draws_before } = waffle;
  const { winning_spot_numbers: numbers, winning_social_handles: handles } = waffle;
  const shown = [title, spot_price, distinct_amounts, status, archived, won_by, draws_before, numbers, handles];
  return JSON.stringify(shown);
}

function show(receipt) {
  const { waffle, spots } = receipt;
  const before = part('spots').innerText;
  numbers = new Set(spots.map(({ number }) => number));
  known = relevant(waffle);
  part('handle').textContent = `@${receipt.social_handle}`;
  part('title').textContent = waffle.title;
  part('price').textContent = money(waffle.spot_price, currency);
  part('closed').hidden = !waffle.archived;
  showSpots(spots);
  showDue(receipt);
  if (before !== part('spots').innerText) announce(part('spots').innerText);
  showResult(receipt);
}

/** Reads the receipt; `false` when it is gone. Throws if it lacks what was received. */
async function refetch(least = told) {
  const response = await read(api);
  if (response.status === 404) {
    forgetReceipt(token);
    part('gone').hidden = false;
    return false;
  }
  told = eventSeq(response, least);
  show(await response.json());
  return told;
}

/** Reads the receipt in a moment, once for all changes until then, and tries again where that fails. */
function soon(wait = Math.random() * SPREAD) {
  timer ||= setTimeout(async () => {
    timer = 0;
    try {
      if ((await refetch()) === false) live?.stop();
    } catch {
      soon(AGAIN);
    }
  }, wait);
}

function readNoted() {
  noted = 0;
  soon();
}

function onMessage(event) {
  told = event.seq;
  switch (event.type) {
    case 'spot_update':
      if (!numbers || numbers.has(event.spot.number)) soon();
      return;
    case 'waffle_updated':
      if (relevant(event.waffle) !== known) soon();
      return;
    case 'notes_changed':
      // Most notes are other buyers', and a buyer with nothing to pay has none.
      if (part('due').hidden || document.visibilityState !== 'visible') return;
      noted ||= setTimeout(readNoted, Math.random() * NOTED);
      return;
    case 'waffle_archived':
      live.stop();
      return soon();
    default:
      return soon();
  }
}

rememberReceipt({ waffle: id, title: part('title').textContent, token, numbers: page.dataset.numbers });
if (!part('deadline').hidden) showDeadline(part('pay-by').dateTime);
const live =
  'archived' in page.dataset
    ? null
    : followPage(page, slug, { waffle: id, seq: Number(page.dataset.seq), message: onMessage, refetch });
