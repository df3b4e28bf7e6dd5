// Spot numbers and amounts, as people write them.

/** Reads "3, 7, 10-14". Answers the numbers in order, and a sentence about what is wrong with them. */
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

/** Writes an amount, given in the smallest unit. */
export function money(amount, { symbol, decimals }) {
  return symbol + (amount / 10 ** decimals).toFixed(decimals);
}

/** The server's rule for handles; an empty string means that it is none. */
export function normalHandle(text) {
  const handle = text.trim().replace(/^@+/, '').toLowerCase();
  return /^[a-z0-9._-]{1,64}$/.test(handle) ? handle : '';
}

/** "1 spot", "3 spots". */
export function spots(count) {
  return `${count} ${count === 1 ? 'spot' : 'spots'}`;
}
