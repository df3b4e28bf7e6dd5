// How winners were found, in words. `src/domain/draw/how_won.rs` says the same.

import { element } from './elements.js';
import { plural, tally } from './numbers.js';

const WORDS = { draw: 'Drawn by lot', draw_replaced: 'Drawn by lot', hand: 'Picked by hand' };

/** What a message would say of a waffle without winners. */
export const NO_WINNERS = {
  winning_spot_numbers: [],
  winning_social_handles: [],
  winning_prizes: null,
  won_by: null,
  draws_before: 0,
  private_chain: false,
};

/** Says how the winners of a summary or a message were found, and links to earlier results. */
export function showHowWon(place, { won_by: how, draws_before: before, private_chain: isPrivate }) {
  const chain = isPrivate ? ' of a private chain' : '';
  const replaced = how === 'draw_replaced' ? ', winner replaced' : '';
  place.replaceChildren(`${WORDS[how] ?? ''}${chain}${replaced}`);
  if (!how || !before) return;
  const words = `after ${tally(before)} earlier ${plural(before, 'result', 'results')}`;
  const { ledger } = place.dataset;
  place.append(', ', ledger ? element('a', { href: ledger }, words) : words);
}
