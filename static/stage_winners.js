// The winners on a stage, revealed one after the other in the order of the draw.

import { element, parts } from './elements.js';

const PAUSE = 3_000;
/** More letters than these are written smaller, to stay on one line. */
const LONG = 17;

export class StageWinners {
  #part;
  #board;
  #shown;
  #handles;
  #timer = 0;

  constructor(page, board) {
    this.#part = parts(page);
    this.#board = board;
    this.#shown = [...this.#part('winners-list').children].map(({ dataset }) => dataset.number).join(' ');
  }

  /** Reveals the winners under a title, unless they are shown already. */
  show(numbers, handles, title = 'Winners') {
    this.#handles = handles;
    if (numbers.join(' ') === this.#shown) return this.#rename();
    this.#part('winners-title').textContent = title;
    this.#shown = numbers.join(' ');
    clearTimeout(this.#timer);
    this.#board.veil();
    this.#part('winners-list').replaceChildren();
    this.#part('winners').hidden = numbers.length === 0;
    this.#part('claims').hidden = numbers.length > 0;
    this.#part('spotlight').hidden = true;
    let next = 0;
    const step = () => {
      const spotlight = this.#part('spotlight');
      spotlight.hidden = next === numbers.length;
      // The list of winners says it too.
      spotlight.ariaHidden = 'true';
      if (spotlight.hidden) return this.#board.unveil();
      const [number, name] = [numbers[next], `@${this.#handles[next]}`];
      const words = () => [element('b', {}, `#${number}`), ' ', element('span', {}, name)];
      const row = element('li', {}, ...words());
      this.#part('winners-list').append(row);
      row.scrollIntoView({ block: 'nearest' });
      spotlight.replaceChildren(...words());
      spotlight.lastChild.toggleAttribute('data-long', name.length > LONG);
      this.#board.reveal(number);
      next++;
      this.#timer = setTimeout(step, PAUSE);
    };
    if (numbers.length) this.#timer = setTimeout(step, PAUSE);
  }

  /** Shows what those in the list are called by now. */
  #rename() {
    [...this.#part('winners-list').children].forEach((row, at) => {
      row.querySelector('span').textContent = `@${this.#handles[at]}`;
    });
  }
}
