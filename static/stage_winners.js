// The winners on a stage, revealed one after the other in the order of the draw.

import { element, parts } from './elements.js';
import { showHowWon } from './how_won.js';

const PAUSE = 3_000;
/** More letters than these are written smaller, to stay on one line. */
const LONG = 17;

export class StageWinners {
  #part;
  #board;
  #shown;
  #handles;
  #prizes;
  #timer = 0;

  constructor(page, board) {
    this.#part = parts(page);
    this.#board = board;
    this.#shown = [...this.#part('winners-list').children].map(({ dataset }) => dataset.number).join(' ');
  }

  /** Reveals the winners of a summary or a message, unless they are shown already. */
  show(result) {
    const { winning_spot_numbers: numbers, winning_social_handles: handles, winning_prizes: prizes } = result;
    this.#handles = handles;
    this.#prizes = prizes;
    showHowWon(this.#part('how-won'), result);
    if (numbers.join(' ') === this.#shown) return this.#rename();
    this.#shown = numbers.join(' ');
    clearTimeout(this.#timer);
    const { length: revealed } = this.#part('winners-list').children;
    if (result.won_by === 'draw_replaced' && revealed === numbers.length) return this.#replace(numbers);
    this.#board.veil();
    this.#part('winners-list').replaceChildren();
    this.#part('winners').hidden = numbers.length === 0;
    this.#part('claims').hidden = numbers.length > 0;
    this.#part('spotlight').hidden = true;
    let next = 0;
    const step = () => {
      const spotlight = this.#part('spotlight');
      spotlight.hidden = next === numbers.length;
      if (spotlight.hidden) return this.#board.unveil();
      this.#part('winners-list').append(this.#reveal(numbers[next], next));
      this.#part('winners-list').lastChild.scrollIntoView({ block: 'nearest' });
      next++;
      this.#timer = setTimeout(step, PAUSE);
    };
    if (numbers.length) this.#timer = setTimeout(step, PAUSE);
  }

  /** Shows one winner large, and returns the row for the list. */
  #reveal(number, at) {
    const spotlight = this.#part('spotlight');
    // The list of winners says it too.
    spotlight.ariaHidden = 'true';
    spotlight.replaceChildren(...this.#words(number, at));
    const name = spotlight.querySelector('span');
    name.toggleAttribute('data-long', name.textContent.length > LONG);
    this.#board.reveal(number);
    const row = element('li', {}, ...this.#words(number, at));
    row.dataset.number = number;
    return row;
  }

  /** Reveals who wins in another's place; all others stay. */
  #replace(numbers) {
    const rows = [...this.#part('winners-list').children];
    numbers.forEach((number, at) => {
      if (rows[at].dataset.number !== String(number)) rows[at].replaceWith(this.#reveal(number, at));
    });
    this.#rename();
    this.#part('spotlight').hidden = false;
    this.#timer = setTimeout(() => (this.#part('spotlight').hidden = true), PAUSE);
  }

  /** Shows what those in the list are called by now, and what they get. */
  #rename() {
    [...this.#part('winners-list').children].forEach((row, at) => {
      row.replaceChildren(...this.#words(row.dataset.number, at));
    });
  }

  #words(number, at) {
    const prize = this.#prizes ? [' ', element('bdi', {}, this.#prizes[at])] : [];
    return [element('b', {}, `#${number}`), ' ', element('span', {}, `@${this.#handles[at]}`), ...prize];
  }
}
