// What screen readers say about changes of the board.

import { say } from './words.js';

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
    const [{ number, handle } = {}] = claimed;
    if (claimed.length === 1) words.push(say('news-claimed', { number: String(number), handle }));
    else if (claimed.length) words.push(say('news-claims', { count: claimed.length }));
    if (freed) words.push(say('news-freed', { count: freed }));
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
