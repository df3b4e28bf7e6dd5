// Requests to the API.

/** How long an answer may take. On a connection that has fallen silent, none would ever come. */
const PATIENCE = 15_000;

/** A signal that ends a request after so many milliseconds; none where the browser has no such thing. */
export function within(milliseconds) {
  return typeof AbortSignal.timeout === 'function' ? AbortSignal.timeout(milliseconds) : undefined;
}

/** Reads something, within a time. */
export function read(path, options) {
  return fetch(path, { ...options, signal: within(PATIENCE) });
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

/** What the spots were tagged with when they were read last, and the sequence number that they included. */
let known = { etag: '', seq: 0 };

/**
 * Reads a waffle's spots and the sequence number that they include, or `null` when the waffle is gone. When nothing
 * changed since they were read last, there are no spots in the answer.
 */
export async function readSpots(slug) {
  const headers = known.etag ? { 'If-None-Match': known.etag } : {};
  const response = await read(`/api/waffles/${slug}/spots`, { headers });
  if (response.status === 304) return { seq: known.seq, spots: [] };
  if (response.status === 404) return null;
  if (!response.ok) throw new Error('no answer');
  const spots = await response.json();
  known = { etag: response.headers.get('ETag') ?? '', seq: Number(response.headers.get('X-Event-Seq')) };
  return { seq: known.seq, spots };
}

/**
 * Reads a waffle, or `null` when it is gone: what is public of it, the number of the newest event that this includes,
 * and the draw that is locked, or `null`.
 */
export async function readWaffle(slug) {
  const response = await read(`/api/waffles/${slug}`);
  if (response.status === 404) return null;
  if (!response.ok) throw new Error('no answer');
  const { headers } = response;
  return { about: await response.json(), seq: Number(headers.get('X-Event-Seq')), locked: lockedDraw(headers) };
}

/** What `draw_locked` tells of a draw, from the header of a waffle. */
function lockedDraw(headers) {
  const told = headers.get('X-Locked-Draw');
  if (!told?.includes('=')) return null;
  const { number, entries, round, at } = Object.fromEntries(told.split(', ').map((part) => part.split('=')));
  const round_at = new Date(at * 1_000).toISOString();
  return { number: Number(number), entries_count: Number(entries), round: Number(round), round_at };
}
