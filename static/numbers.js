// Spot numbers, shares and amounts, as people write them.

import { DECIMAL, LANGUAGE, say } from './words.js';

/** Reads "3, 7, 10-14". Returns the numbers in order, and a sentence about the mistake, if any. */
export function parseNumbers(text, total) {
  const numbers = new Set();
  const parts = text.replace(/\s*[-–—]\s*/g, '-').split(/[\s,;]+/).filter(Boolean);
  for (const part of parts) {
    const match = /^#?(\d{1,6})(?:-#?(\d{1,6}))?$/.exec(part);
    if (!match) return { numbers: [], problem: say('numbers-odd', { part }) };
    const first = Number(match[1]);
    const last = Number(match[2] ?? first);
    for (const end of [first, last]) {
      if (end < 1 || end > total) {
        return { numbers: [], problem: say('numbers-outside', { number: String(end), last: String(total) }) };
      }
    }
    for (let n = Math.min(first, last); n <= Math.max(first, last); n++) numbers.add(n);
  }
  return { numbers: [...numbers].sort((a, b) => a - b), problem: '' };
}

/** Writes numbers as people do: "1-6, 8, 10-14". */
export function writeNumbers(numbers) {
  const runs = [];
  for (const n of [...numbers].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && n === run[1] + 1) run[1] = n;
    else runs.push([n, n]);
  }
  return runs.map(([a, b]) => (a === b ? `${a}` : b === a + 1 ? `${a}, ${b}` : `${a}-${b}`)).join(', ');
}

/** The same within a sentence: "1-6, 8 and 10-14". */
export function sayNumbers(numbers) {
  const [, before, last] = writeNumbers(numbers).match(/^(?:(.*), )?(.*)$/);
  return before ? say('list-and', { before, last }) : last;
}

const DIGITS = [];

/** Formats numbers with as many decimals. */
function digits(decimals) {
  return (DIGITS[decimals] ??= new Intl.NumberFormat(LANGUAGE, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }));
}

/** Writes an amount that is given in the smallest unit: "$12,345.67", "12.345,67 $". */
export function money(amount, { symbol, decimals }) {
  const number = digits(decimals).format(Math.abs(amount) / 10 ** decimals);
  return say('number-amount', { sign: amount < 0 ? '-' : '', symbol, number }).trim();
}

const TENTHS = digits(1);

/** Writes a share of a whole as a percentage: "62.5%", "62,5 %". */
export function percent(share, whole) {
  // Rounded as the server rounds.
  const number = TENTHS.format(Math.floor((2_000 * share + whole) / (2 * whole)) / 10);
  return say('number-percent', { number });
}

/** Reads a number as people type it in the page's language: "1,250.50", "1.250,50". */
export function typedNumber(text) {
  if (DECIMAL !== ',') return Number(text.replace(/,(?=\d{3}(?:[,.]|$))/g, '').replace(',', '.'));
  const [whole, part = ''] = text.trim().split(',');
  const grouped = /^\d{1,3}(?:[.'’\s]\d{3})+$/.test(whole);
  return Number(`${grouped ? whole.replace(/\D/g, '') : whole}${part && `.${part}`}`);
}
