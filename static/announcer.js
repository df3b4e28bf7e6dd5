// What screen readers say about changes of the board.

import { plural } from './numbers.js';

const PAUSE = 4_000;

/** Sums changes up in `region`, at most one sentence every four seconds, each ending with the words of `ending`. */
export function announcer(region, ending) {
  let changes = [];
  let timer = 0;
  const flush = () => {
    timer = 0;
    const claimed = changes.filter(({ letter }) => letter === 'p');
    const freed = changes.length - claimed.length;
    const words = [];
    if (claimed.length === 1) words.push(`Spot ${claimed[0].number} claimed by @${claimed[0].handle}.`);
    else if (claimed.length) words.push(`${claimed.length} spots claimed.`);
    if (freed) words.push(`${freed} ${plural(freed, 'spot', 'spots')} free again.`);
    changes = [];
    region.textContent = [...words, ending()].join(' ');
  };
  const announce = (letter, number, handle) => {
    changes.push({ letter, number, handle });
    timer ||= setTimeout(flush, PAUSE);
  };
  announce.now = (words) => {
    region.textContent = words;
  };
  return announce;
}
