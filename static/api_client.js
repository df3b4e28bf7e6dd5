// Requests to the API.

/** How long an answer may take to begin, and to end. On a connection that has fallen silent, it never would. */
const BEGINS = 8_000;
const ENDS = 60_000;

/** Reads something, within a time. */
export async function read(path, options) {
  const control = new AbortController();
  const end = () => control.abort();
  const timer = setTimeout(end, BEGINS);
  setTimeout(end, ENDS);
  try {
    return await fetch(path, { ...options, signal: control.signal });
  } finally {
    clearTimeout(timer);
  }
}

/** Posts JSON. Throws when the server can't be reached; `data` is empty when the answer is not JSON. */
export async function post(path, body, { headers, signal } = {}) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal,
  });
  const data = await response.json().catch(() => ({}));
  return { ok: response.ok, status: response.status, headers: response.headers, data };
}

/**
 * Reads the spots of the waffle with this slug and id, and the sequence number that they include, or `null` when the
 * waffle is gone, even if another one has its slug by now. Throws if that number is less than `least`. What did not
 * change since comes from the browser's cache.
 */
export async function readSpots(slug, id, least) {
  const response = await read(`/api/waffles/${slug}/spots`);
  if (response.status === 404 || (response.ok && response.headers.get('X-Waffle-Id') !== id)) return null;
  return { seq: eventSeq(response, least), spots: await response.json() };
}

/** The number of the newest event that an answer includes. Throws if it is missing or too old. */
export function eventSeq({ ok, headers }, least = 0) {
  if (!ok || !headers.has('X-Event-Seq')) throw new Error('no answer');
  const seq = Number(headers.get('X-Event-Seq'));
  if (seq < least) throw new Error('an old answer');
  return seq;
}

/**
 * Reads a waffle, or `null` when it is gone, as above: what is public of it, the number of the newest event that this
 * includes, and the draw that is locked, or `null`. Throws if that number is less than `least`.
 */
export async function readWaffle(slug, id, least) {
  const response = await read(`/api/waffles/${slug}`);
  if (response.status === 404) return null;
  const about = await response.json();
  if (response.ok && about.id !== id) return null;
  return { seq: eventSeq(response, least), locked: lockedDraw(response.headers), about };
}

/** What `draw_locked` says of a draw, from the header of a waffle. */
function lockedDraw(headers) {
  const told = headers.get('X-Locked-Draw');
  if (!told?.includes('=')) return null;
  const { number, entries, round, at, chain } = Object.fromEntries(told.split(', ').map((part) => part.split('=')));
  const round_at = new Date(at * 1_000).toISOString();
  return { number: Number(number), entries_count: Number(entries), round: Number(round), round_at, chain };
}
