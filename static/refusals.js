// Why the API refuses what a seller does, in the page's language.

import { say } from './words.js';

/** Codes that mean the same everywhere. */
const WORDS = {
  draw_locked: 'refusal-draw-locked',
  forbidden: 'refusal-role-too-low',
  internal: 'refusal-internal',
  database_unavailable: 'refusal-database-unavailable',
  outcome_unknown: 'refusal-outcome-unknown',
  overloaded: 'refusal-overloaded',
  timeout: 'refusal-timeout',
};

/** Codes of refusals whose sentence alone has the number and the status of the spot. */
const OF_SPOT = { spot_not_pending: 'refusal-spot-not-pending', spot_not_releasable: 'refusal-spot-not-releasable' };
const SPOT = /^Spot (?<number>\d+) is (?<status>\w+):/;

/**
 * The sentence for an error of the API: the one for its code, which `own` may have for the place where it is shown, or
 * else the API's own, which is in English. `undefined` if the answer has none.
 */
export function sentenceOf({ code, error }, own) {
  const spot = SPOT.exec(error)?.groups;
  const key = own[code] ?? WORDS[code] ?? (spot && OF_SPOT[code]);
  return key ? say(key, spot) : error;
}
