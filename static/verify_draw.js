// Computes a draw again, as docs/DRAW.md describes it: what the browser can check by itself, with nothing but its own
// SHA-256. The signature of a round is not verified here: relays are asked for it. `waffle verify` verifies it.

import { timeOf } from './quicknet.js';
import { say } from './words.js';

/** Run by others than this site. The page of a draw may connect to them, and to no others. */
export const RELAYS = [
  'https://api.drand.sh',
  'https://api2.drand.sh',
  'https://api3.drand.sh',
  'https://drand.cloudflare.com',
];

/** The fields that a draw may lack: it was saved before they existed. */
const NONE = { excluded: [], alternates: 0, alternate_spot_numbers: [], alternate_social_handles: [] };

const HASH = /^[0-9a-f]{64}$/;
const SIGNATURE = /^[0-9a-f]{96}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const utf8 = (text) => new TextEncoder().encode(text);
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

function bytesOf(text) {
  if (!/^([0-9a-f]{2})*$/i.test(text)) throw new Error(say('check-no-bytes'));
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

/** The entries as objects with number and handle; throws unless the text has exactly the right form. */
export function readEntries(text) {
  const wrong = (line) => new Error(`entries: line ${line}`);
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

/** Whether every value that the seed hashes or that decides the choice has a form with only one meaning. */
function isInForm(draw) {
  const { number, item_count: winners, round, alternates, excluded } = draw;
  const isText = (text, form) => typeof text === 'string' && form.test(text);
  return (
    isText(draw.waffle_id, UUID) &&
    isText(draw.chain, HASH) &&
    isText(draw.signature, SIGNATURE) &&
    [number, winners, round, alternates].every((count) => Number.isSafeInteger(count) && count >= 0) &&
    typeof draw.one_win_per_handle === 'boolean' &&
    Array.isArray(excluded) &&
    excluded.every(Number.isInteger)
  );
}

/** The seed of a draw, in hexadecimal. */
export async function seedOf(draw) {
  return hex(await sha256(utf8(await seedText(draw))));
}

/** A number of 64 bits as an index below a limit, all equally likely; null for one that is too high for that. */
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

/** The winning entries, in order, then as many alternates as there are entries for. The seed is in hexadecimal. */
export async function choose(entries, winners, once, seed, alternates = 0) {
  const bytes = bytesOf(seed);
  let left = [...entries];
  const won = [];
  for (let winner = 0; winner < winners + alternates; winner += 1) {
    if (!left.length && winner >= winners) break;
    if (!left.length) throw new Error('too few entries');
    const chosen = left[await choice(bytes, winner, left.length)];
    left = left.filter((entry) => entry !== chosen && !(once && entry.handle === chosen.handle));
    won.push(chosen);
  }
  return won;
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Whether a draw was locked before its round appeared, and the round appears when the draw says. */
function checkTimes(draw, timetable) {
  const at = timeOf(draw.round, timetable);
  return [
    { name: 'round_at', found: new Date(at), right: Date.parse(draw.round_at) === at },
    { name: 'locked', found: draw.locked_at, right: Date.parse(draw.locked_at) < at },
  ];
}

async function checkEntries(draw) {
  const hash = await hashOfEntries(draw.entries);
  let entries = [];
  try {
    entries = readEntries(draw.entries);
  } catch {
    return { entries, step: { name: 'entries', found: hash, right: false } };
  }
  const excluded = entries.some(({ number }) => draw.excluded.includes(number));
  const asCounted = hash === draw.entries_sha256 && entries.length === draw.entries_count && !excluded;
  return { entries, step: { name: 'entries', found: hash, right: asCounted } };
}

/** Whether entries that were chosen are those that the draw names. */
function asTold(chosen, numbers, handles) {
  const found = [chosen.map(({ number }) => number), chosen.map(({ handle }) => handle)];
  return same(found, [numbers, handles]);
}

async function checkWinners(draw, entries, seed) {
  try {
    const chosen = await choose(entries, draw.item_count, draw.one_win_per_handle, seed, draw.alternates);
    const [winners, alternates] = [chosen.slice(0, draw.item_count), chosen.slice(draw.item_count)];
    const right = asTold(winners, draw.winning_spot_numbers, draw.winning_social_handles);
    const asWell = asTold(alternates, draw.alternate_spot_numbers, draw.alternate_social_handles);
    return [
      { name: 'winners', found: winners, right },
      { name: 'alternates', found: alternates, right: asWell },
    ].slice(0, alternates.length || !asWell ? 2 : 1);
  } catch {
    return [{ name: 'winners', found: [], right: false }];
  }
}

/**
 * Goes through a drawn draw. Each step has a name (`entries`, `round_at`, `locked`, `randomness`, `seed`, `winners`,
 * `alternates` if there are any), what was found, and whether that is right: for the seed, whether the algorithm is the
 * one that is known here, and what it hashes is in its form. Winners are entries. The timetable says when the rounds of
 * the draw's chain appear.
 */
export async function checkDraw(saved, timetable) {
  const draw = { ...NONE, ...saved };
  const { entries, step } = await checkEntries(draw);
  const randomness = await randomnessOf(draw.signature);
  const seed = await seedOf(draw);
  const known = draw.algorithm === 'waffle-draw-v1' && isInForm(draw);
  return [
    step,
    ...checkTimes(draw, timetable),
    { name: 'randomness', found: randomness, right: randomness === draw.randomness },
    { name: 'seed', found: seed, right: known },
    ...(await checkWinners(draw, entries, seed)),
  ];
}

const listed = (numbers, handles) => numbers.map((number, at) => `${number} ${handles[at]};`).join('');

/** Whether a draw is the one that a page shows: what the page has in its attributes, `shownRound` and so on. */
export function checkShown(saved, shown) {
  const draw = { ...NONE, ...saved };
  const told = {
    Waffle: [draw.waffle_id, 'field-waffle'],
    Number: [draw.number, 'field-number'],
    Entries: [draw.entries_sha256, 'field-entries'],
    Winners: [draw.item_count, 'field-winners'],
    Once: [draw.one_win_per_handle, 'field-once'],
    Chain: [draw.chain, 'field-chain'],
    Round: [draw.round, 'field-round'],
    Signature: [draw.signature, 'field-signature'],
    Drawn: [listed(draw.winning_spot_numbers, draw.winning_social_handles), 'field-drawn'],
    Alternates: [listed(draw.alternate_spot_numbers, draw.alternate_social_handles), 'field-alternates'],
  };
  const differs = ([name, [value]]) => shown[`shown${name}`] !== String(value);
  const other = Object.entries(told).filter(differs).map(([, [, key]]) => say(key));
  const fields = other.length && other.reduce((before, next) => say('list-comma', { before, next }));
  const found = other.length ? say('check-not-same', { fields }) : say('check-same');
  return { name: 'shown', found, right: !other.length };
}

/** The conclusion from the steps and from the relays' answers about the round of this chain. */
export function judge(steps, answers, isQuicknet) {
  const computed = steps.every(({ right }) => right);
  const [confirmed, denied] = [answers.includes('same'), answers.includes('other')];
  if (computed && confirmed && denied) return say('check-disagree');
  if (!computed || denied) return say('check-does-not-hold');
  if (!isQuicknet) return say('check-private-chain');
  return say(confirmed ? 'check-holds' : 'check-unconfirmed');
}

/** A relay's answer about a round: `same`, `other`, `not_yet`, or `unknown` when it has none. */
export async function askRelay(relay, draw, patience = 5000) {
  try {
    const address = `${relay}/${draw.chain}/public/${draw.round}`;
    const plain = { redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer' };
    const answer = await fetch(address, { ...plain, signal: AbortSignal.timeout(patience) });
    if (answer.status === 404 || answer.status === 425) return 'not_yet';
    if (!answer.ok) return 'unknown';
    const { round, signature } = await answer.json();
    // A proxy's page, or another round, proves nothing against it.
    const said = signature.toLowerCase();
    if (round !== draw.round || !SIGNATURE.test(said)) return 'unknown';
    return said === draw.signature ? 'same' : 'other';
  } catch {
    return 'unknown';
  }
}
