// The states of a spot: their letters in the page's data, and their words.

/** The letter for a status of the API. */
export const LETTER = { available: 'a', pending: 'p', paid: 'd', winner: 'w', loser: 'l' };

/** What buyers read. */
export const WORDS = { a: 'available', p: 'claimed, payment pending', d: 'paid', w: 'winner', l: 'not drawn' };

/** What sellers read. */
export const NAMES = { ...WORDS, p: 'pending' };

/** The status of a waffle, in a word or two, for buyers or for sellers. */
export function waffleWord(status, left, paused, waiting, soon = 'Opens soon') {
  const open = paused ? 'Paused' : waiting ? soon : 'Open';
  return { completed: 'Drawn', archived: 'Closed' }[status] ?? (left ? open : 'Full');
}
