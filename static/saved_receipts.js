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

/** Keeps a receipt on this device, where the browser lets us. `numbers` is what the spots are called. */
export function rememberReceipt(waffle, token, numbers) {
  keep([{ waffle, token, numbers }, ...savedReceipts().filter((receipt) => receipt.token !== token)]);
}

/** Forgets a receipt that no longer exists. */
export function forgetReceipt(token) {
  keep(savedReceipts().filter((receipt) => receipt.token !== token));
}

/** Links to the receipts that this device knows, the newest first: to those of a waffle, or without one to all. */
export function linksToReceipts(waffle) {
  const wanted = savedReceipts().filter((receipt) => !waffle || receipt.waffle === waffle);
  return wanted.map(({ token, numbers }) =>
    element('a', { href: receiptPath(token) }, numbers.length > 40 ? `${numbers.slice(0, 40)}…` : numbers),
  );
}
