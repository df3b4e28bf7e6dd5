// Computes a draw again, as docs/DRAW.md describes it: what the browser finds out by itself, with nothing but its own
// SHA-256. The signature of a round is not verified here; `waffle verify` does, and relays can be asked for the round.

const utf8 = (text) => new TextEncoder().encode(text);
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

function bytesOf(text) {
  if (!/^([0-9a-f]{2})*$/i.test(text)) throw new Error('These are no bytes in hexadecimal.');
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Whether this browser can check: it keeps its SHA-256 from pages that came over plain HTTP. */
export const canCheck = () => Boolean(globalThis.crypto?.subtle);

async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** The hash of the entries' text, in hexadecimal. */
export async function hashOfEntries(text) {
  return hex(await sha256(utf8(text)));
}

/** The randomness of a round, which is the hash of its signature; both in hexadecimal. */
export async function randomnessOf(signature) {
  return hex(await sha256(bytesOf(signature)));
}

/** The entries as objects with number and handle; throws when the text is not exactly as it has to be. */
export function readEntries(text) {
  const wrong = (line) => new Error(`Line ${line} of the entries is not as it has to be.`);
  if (!text.endsWith('\n')) throw wrong(text.split('\n').length);
  let last = 0;
  return text.slice(0, -1).split('\n').map((line, at) => {
    const [, digits, handle] = line.match(/^([1-9]\d{0,4}) ([a-z0-9._-]{1,64})$/) ?? [];
    const number = Number(digits);
    if (!handle || number <= last || number > 10000) throw wrong(at + 1);
    last = number;
    return { number, handle };
  });
}

/** The text of which the seed is the hash. The draw is one of the API's, with its entries. */
export async function seedText(draw) {
  const once = draw.one_win_per_handle ? 'yes' : 'no';
  return [
    'waffle-draw-v1',
    `waffle ${draw.waffle_id}`,
    `draw ${draw.number}`,
    `entries ${await hashOfEntries(draw.entries)}`,
    `winners ${draw.item_count}`,
    `one-win-per-handle ${once}`,
    `chain ${draw.chain}`,
    `round ${draw.round}`,
    `signature ${draw.signature}`,
    '',
  ].join('\n');
}

/** The seed of a draw, in hexadecimal. */
export async function seedOf(draw) {
  return hex(await sha256(utf8(await seedText(draw))));
}

/** A number of 64 bits as a place among so many, all as likely; null for one that is too high for that. */
export function placeOf(number, count) {
  const n = BigInt(count);
  return number < (2n ** 64n / n) * n ? Number(number % n) : null;
}

async function choice(seed, winner, count) {
  const hashed = new DataView(new ArrayBuffer(40));
  seed.forEach((byte, at) => hashed.setUint8(at, byte));
  hashed.setUint32(32, winner);
  for (let attempt = 0; ; attempt += 1) {
    hashed.setUint32(36, attempt);
    const hash = await sha256(hashed.buffer);
    const place = placeOf(new DataView(hash.buffer).getBigUint64(0), count);
    if (place !== null) return place;
  }
}

/** The winning entries, in order. The seed is in hexadecimal. */
export async function choose(entries, winners, once, seed) {
  const bytes = bytesOf(seed);
  let left = [...entries];
  const won = [];
  for (let winner = 0; winner < winners; winner += 1) {
    if (!left.length) throw new Error(`There are too few entries for ${winners} winners.`);
    const chosen = left[await choice(bytes, winner, left.length)];
    left = left.filter((entry) => entry !== chosen && !(once && entry.handle === chosen.handle));
    won.push(chosen);
  }
  return won;
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Goes through a drawn draw. Each step has a name (`entries`, `randomness`, `seed`, `winners`), what was found, and
 * whether that is right: for the seed, whether the algorithm is the one that is known here. The winners are entries.
 */
export async function checkDraw(draw) {
  const entries = readEntries(draw.entries);
  const hash = await hashOfEntries(draw.entries);
  const randomness = await randomnessOf(draw.signature);
  const seed = await seedOf(draw);
  const winners = await choose(entries, draw.item_count, draw.one_win_per_handle, seed);
  const excluded = entries.some(({ number }) => draw.excluded.includes(number));
  const numbers = winners.map(({ number }) => number);
  const handles = winners.map(({ handle }) => handle);
  const asTold = same(numbers, draw.winning_spot_numbers) && same(handles, draw.winning_social_handles);
  const asCounted = hash === draw.entries_sha256 && entries.length === draw.entries_count && !excluded;
  const known = draw.algorithm === 'waffle-draw-v1';
  return [
    { name: 'entries', found: hash, right: asCounted },
    { name: 'randomness', found: randomness, right: randomness === draw.randomness },
    { name: 'seed', found: seed, right: known },
    { name: 'winners', found: winners, right: asTold },
  ];
}

/** What a relay says of a round: `same`, `other`, `not_yet`, or `unknown` when it has no answer. */
export async function askRelay(relay, draw, patience = 5000) {
  try {
    const address = `${relay}/${draw.chain}/public/${draw.round}`;
    const plain = { redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer' };
    const answer = await fetch(address, { ...plain, signal: AbortSignal.timeout(patience) });
    if (answer.status === 404 || answer.status === 425) return 'not_yet';
    if (!answer.ok) return 'unknown';
    const { round, signature } = await answer.json();
    return round === draw.round && signature === draw.signature ? 'same' : 'other';
  } catch {
    return 'unknown';
  }
}
