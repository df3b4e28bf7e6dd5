// The receipts of this device's claims.

import { element } from './elements.js';

const KEY = 'waffle.receipts';
const MOST = 50;

/** The receipts that this device knows, the newest first. */
export function savedReceipts() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((receipt) => typeof receipt?.token === 'string') : [];
  } catch {
    return [];
  }
}

function keep(receipts) {
  try {
    localStorage.setItem(KEY, JSON.stringify(receipts.slice(0, MOST)));
  } catch {
    // Some in-app browsers have no storage. Their buyers have the link.
  }
}

/** The page of a receipt. */
export function receiptPath(token) {
  return `/claim/${encodeURIComponent(token)}`;
}

/**
 * Keeps a receipt on this device, where the browser lets us: its token, the id and the title of its waffle, and the
 * numbers of its spots as people write them.
 */
export function rememberReceipt({ waffle, title, token, numbers }) {
  keep([{ waffle, title, token, numbers }, ...savedReceipts().filter((receipt) => receipt.token !== token)]);
}

/** Forgets a receipt that no longer exists. */
export function forgetReceipt(token) {
  keep(savedReceipts().filter((receipt) => receipt.token !== token));
}

/** What the spots are called, as far as it fits a line. */
export const inLine = (numbers) => (numbers.length > 40 ? `${numbers.slice(0, 40)}…` : numbers);

/** Links to the receipts that this device knows of a waffle, the newest first. */
export function linksToReceipts(waffle) {
  const wanted = savedReceipts().filter((receipt) => receipt.waffle === waffle);
  return wanted.map(({ token, numbers }) => element('a', { href: receiptPath(token) }, inLine(numbers)));
}
