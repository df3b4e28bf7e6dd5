// Whether the round of a locked draw was known already when this device heard of the lock: by the time that the round
// itself has, and by the clock of the visitor, neither of which the server can set.

import { element } from './elements.js';
import { clocksAt, writeMoment } from './page.js';
import { roundTime } from './quicknet.js';
import { nodes, tally } from './words.js';

/** When this page first heard of each lock, by the draw's number and its round. */
const heard = new Map();

/** A warning about a lock: an element if its round had appeared when this page heard of it, or none. */
export function knownAlready(draw, now = Date.now()) {
  const { number, round } = draw;
  const at = roundTime(draw);
  const lock = `${number} ${round}`;
  if (!heard.has(lock)) heard.set(lock, now);
  if (!(at <= heard.get(lock))) return [];
  const date = new Date(at);
  const time = element('time', { dateTime: date.toISOString() }, writeMoment(clocksAt(date), 'seconds'));
  const words = nodes('round-known', { time }, { round: tally(Number(round)) });
  const line = element('p', { className: 'after' }, element('b', {}, ...words));
  line.dataset.known = '';
  return [line];
}
