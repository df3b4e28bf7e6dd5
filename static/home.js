// The home page: the list of waffles, and above it what was claimed on this device.

import './list.js';
import { read } from './api_client.js';
import { element, parts } from './elements.js';
import { remember, remembered } from './handle.js';
import { writeNumbers } from './numbers.js';
import { savedReceipts, forgetReceipt, receiptPath } from './saved_receipts.js';
import { say } from './words.js';

/** As many as fit above the list. The others are found by their handle. */
const MOST = 5;
/** As many are read at a visit: some receipts hold nothing any more. */
const MOST_READ = 20;

const part = parts(document);

async function readReceipt({ token }) {
  const response = await read(`/api/receipts/${encodeURIComponent(token)}`);
  if (response.status === 404) forgetReceipt(token);
  return response.ok ? { token, ...(await response.json()) } : null;
}

/** How a claim stands, by the word for the spots. */
function standing({ result, spots, waffle }) {
  if (result === 'won') return 'receipt-spots-winner';
  if (result === 'lost') return 'receipt-spots-lost';
  if (!spots.some(({ yours, status }) => yours && status === 'pending')) return 'receipt-spots-paid';
  return waffle.status === 'completed' ? 'receipt-spots-out' : 'receipt-spots-unpaid';
}

function row(receipt) {
  const held = receipt.spots.filter(({ yours }) => yours).map(({ number }) => number);
  if (!held.length) return [];
  const link = element('a', { href: receiptPath(receipt.token), dir: 'auto' }, receipt.waffle.title);
  const tag = element('span', { className: 'tag' }, say(standing(receipt)));
  return [element('li', {}, link, element('span', {}, writeNumbers(held)), tag)];
}

async function showMine() {
  const saved = savedReceipts().slice(0, MOST_READ);
  const rows = [];
  while (saved.length && rows.length < MOST) {
    const next = saved.splice(0, MOST);
    const answers = await Promise.all(next.map((receipt) => readReceipt(receipt).catch(() => null)));
    rows.push(...answers.filter(Boolean).flatMap(row));
  }
  part('mine-list').replaceChildren(...rows.slice(0, MOST));
  part('mine').hidden = !rows.length;
  part('forgettable').hidden = !savedReceipts().length && !remembered();
}

/** Forgets all that this device keeps of its buyer. */
function forget() {
  for (const { token } of savedReceipts()) forgetReceipt(token);
  remember('');
  document.querySelector('[data-find] input').value = '';
  part('mine').hidden = true;
  part('forgettable').hidden = true;
  part('forgotten').hidden = false;
  part('forgotten').focus();
}

part('forget').addEventListener('click', forget);

showMine();
