// The states of a spot: their letters in the page's data, and their words.

import { say } from './words.js';

/** The letter for a status of the API. */
export const LETTER = { available: 'a', pending: 'p', paid: 'd', winner: 'w', loser: 'l' };

const WORDS = { a: 'spot-available', p: 'spot-claimed', d: 'spot-paid', w: 'spot-winner', l: 'spot-not-drawn' };

/** What buyers read. */
export function buyersWord(letter) {
  return say(WORDS[letter]);
}

/** What sellers read. */
export function sellersWord(letter) {
  return say(letter === 'p' ? 'spot-pending' : WORDS[letter]);
}

/** The status of a waffle, in a word or two, for buyers. `soon` names the one for while they wait for the opening. */
export function waffleWord(status, left, paused, waiting, soon = 'status-opens-soon') {
  const open = paused ? 'status-paused' : waiting ? soon : 'status-open';
  return say({ completed: 'status-drawn', archived: 'status-closed' }[status] ?? (left ? open : 'status-full'));
}
