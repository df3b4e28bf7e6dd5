// How winners were found, in words. `src/domain/draw/how_won.rs` says the same.

import { element } from './elements.js';
import { nodes, say } from './words.js';

const WORDS = { draw: 'won-draw', draw_replaced: 'won-replaced', hand: 'won-hand' };
const OF_PRIVATE_CHAIN = { draw: 'won-draw-private', draw_replaced: 'won-replaced-private' };

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
  const key = (isPrivate && OF_PRIVATE_CHAIN[how]) || WORDS[how];
  const words = key ? say(key) : '';
  const { ledger } = place.dataset;
  const link = ledger ? element('a', { href: ledger }) : element('span');
  place.replaceChildren(...(key && before ? nodes('won-after', { a: link }, { how: words, count: before }) : [words]));
}
