// Claims spots: one key per attempt, kept until the server gives a definite answer.

import { post } from './api_client.js';

const TRIES = 4;
const PATIENCE = 12_000;
/** How long a claim stays queued in all, when its address sends more than the limit. */
const IN_LINE = 90_000;
/** Clients that share an address don't all come back at the same moment. */
const SPREAD = 1_000;
/** A claim sent this shortly before the opening waits for it. */
const ALMOST = 2_000;

const NONE = { body: '', key: '', unsure: false };
/** The current attempt. It is unsure once a try may have been granted and its answer was lost. */
let open = NONE;

function keyFor(body) {
  if (open.body !== body) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    open = { ...NONE, body, key: Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') };
  }
  return open.key;
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

async function ask(path, body, key) {
  const { status, headers, data } = await post(path, body, {
    headers: { 'Idempotency-Key': key },
    signal: typeof AbortSignal.timeout === 'function' ? AbortSignal.timeout(PATIENCE) : undefined,
  });
  const wait = Number(headers.get('Retry-After')) || 0;
  return { status, data, wait, receipt: headers.get('X-Claim-Receipt'), at: Date.parse(headers.get('Date')) };
}

/**
 * Sends the claim. When too many come from this address, waits as long as the server says and tries again: all buyers
 * at a venue may share an address, and have no other way to claim.
 */
async function askInLine(path, body, key, line) {
  for (;;) {
    const answer = await ask(path, body, key);
    const wait = Math.max(1, answer.wait) * 1_000 + Math.random() * SPREAD;
    if (answer.status !== 429 || wait > line.left) return answer;
    line.left -= wait;
    line.onWait?.(Math.ceil(wait / 1_000));
    await pause(wait);
  }
}

/**
 * Claims the given numbers, or `count` random spots when `numbers` is null. Tries again with the same key while the
 * outcome is open, so that nothing is claimed twice. `onWait` is called when the claim is queued, with the number of
 * seconds.
 *
 * Returns `{ok, data, receipt}` where `receipt` is its token or null, or else
 * `{ok: false, code, error, taken, fields, wait}` where `code` is the server's, `unreachable`, `unavailable` or
 * `outcome_unknown`.
 */
export async function claim({ waffle, numbers, count, handle, onRetry, onWait }) {
  const path = numbers ? '/api/claims' : '/api/claims/random';
  const what = numbers ? { spots: numbers } : { count };
  const body = JSON.stringify({ waffle_id: waffle, ...what, social_handle: handle });
  const key = keyFor(path + body);
  const line = { left: IN_LINE, onWait };
  let last = { code: 'unreachable' };
  for (let tries = 0; tries < TRIES; tries++) {
    if (tries) {
      onRetry?.();
      await pause(Math.min(3_000, Math.max(last.wait * 1_000, 400 * 2 ** tries)) * (0.75 + Math.random() / 2));
    }
    try {
      const { status, data, receipt, wait, at } = await askInLine(path, body, key, line);
      if (data.code === 'not_open_yet' && Date.parse(data.opens_at) - at < ALMOST) {
        last = { wait: 0, ...data };
        continue;
      }
      if (status === 429) {
        // It says nothing of an earlier try: the key stays, for another try.
        last = open.unsure ? { code: 'outcome_unknown', wait } : { wait, ...data };
        break;
      }
      if (status < 500) {
        open = NONE;
        return status < 300 ? { ok: true, data, receipt } : { ok: false, status, wait, taken: [], fields: [], ...data };
      }
      open.unsure ||= status !== 503 || data.code === 'outcome_unknown';
      last = { code: open.unsure ? 'outcome_unknown' : 'unavailable', wait };
    } catch {
      open.unsure = true;
      last = { code: 'unreachable', wait: 0 };
    }
  }
  return { ok: false, taken: [], fields: [], ...last };
}
