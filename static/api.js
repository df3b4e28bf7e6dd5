// Requests to the API.

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
  const response = await fetch(`/api/waffles/${slug}/spots`, { headers });
  if (response.status === 304) return { seq: known.seq, spots: [] };
  if (response.status === 404) return null;
  if (!response.ok) throw new Error('no answer');
  const spots = await response.json();
  known = { etag: response.headers.get('ETag') ?? '', seq: Number(response.headers.get('X-Event-Seq')) };
  return { seq: known.seq, spots };
}

/** Reads a waffle, or `null` when it is gone. */
export async function readWaffle(slug) {
  const response = await fetch(`/api/waffles/${slug}`);
  if (response.status === 404) return null;
  if (!response.ok) throw new Error('no answer');
  return response.json();
}
