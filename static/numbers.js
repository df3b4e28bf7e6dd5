// Spot numbers, counts and amounts, as people write them.

/** Reads "3, 7, 10-14". Returns the numbers in order, and a sentence about the mistake, if any. */
export function parseNumbers(text, total) {
  const numbers = new Set();
  const parts = text.replace(/\s*[-–—]\s*/g, '-').split(/[\s,;]+/).filter(Boolean);
  for (const part of parts) {
    const match = /^#?(\d{1,6})(?:-#?(\d{1,6}))?$/.exec(part);
    if (!match) return { numbers: [], problem: `“${part}” is not a number. Write them like 3, 7, 10-14.` };
    const first = Number(match[1]);
    const last = Number(match[2] ?? first);
    for (const end of [first, last]) {
      if (end < 1 || end > total) return { numbers: [], problem: `There is no spot ${end}: pick from 1 to ${total}.` };
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

/** Writes an amount that is given in the smallest unit: "$12,345.67". */
export function money(amount, { symbol, decimals }) {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return symbol + (amount / 10 ** decimals).toLocaleString('en-US', digits);
}

/** Writes a count with a comma between thousands: "10,000". */
export function tally(count) {
  return count.toLocaleString('en-US');
}

/** Picks the word for a count, as the templates' `plural` does. */
export function plural(count, one, many) {
  return count === 1 ? one : many;
}

/** "1 spot", "3 spots". */
export function spots(count) {
  return `${tally(count)} ${plural(count, 'spot', 'spots')}`;
}

/** Writes a share of a whole as a percentage: "62.5". */
export function percent(share, whole) {
  return ((share / whole) * 100).toFixed(1);
}
