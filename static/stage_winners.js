// The winners on a stage, revealed one after the other in the order of the draw.

import { element, parts } from './elements.js';
import { showHowWon } from './how_won.js';

const PAUSE = 3_000;
/** More letters than these are written smaller, to stay on one line. */
const LONG = 17;

export class StageWinners {
  #part;
  #board;
  #numbers;
  /** How many results came before this one: the same number if only a winner was replaced. */
  #before;
  #handles;
  #prizes;
  #timer = 0;

  constructor(page, board) {
    this.#part = parts(page);
    this.#board = board;
    const list = this.#part('winners-list');
    this.#numbers = [...list.children].map(({ dataset }) => Number(dataset.number));
    this.#before = Number(list.dataset.drawsBefore);
  }

  /** Reveals the winners of a summary or a message, unless they are shown already. */
  show(result) {
    const { winning_spot_numbers: numbers, won_by: how, draws_before: before } = result;
    const isSame = before === this.#before && numbers.length === this.#numbers.length;
    const isKnown = numbers.join() === this.#numbers.join();
    this.#numbers = numbers;
    this.#before = before;
    this.#handles = result.winning_social_handles;
    this.#prizes = result.winning_prizes;
    showHowWon(this.#part('how-won'), result);
    if (isKnown) return this.#rename();
    if (isSame && how === 'draw_replaced') return this.#replace();
    clearTimeout(this.#timer);
    this.#board.veil();
    this.#part('winners-list').replaceChildren();
    this.#part('winners').hidden = numbers.length === 0;
    this.#part('claims').hidden = numbers.length > 0;
    this.#part('spotlight').hidden = true;
    if (numbers.length) this.#wait();
  }

  #wait() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#next(), PAUSE);
  }

  /** Reveals the next winner, and the whole board after the last. */
  #next() {
    const list = this.#part('winners-list');
    const next = list.children.length;
    const spotlight = this.#part('spotlight');
    spotlight.hidden = next === this.#numbers.length;
    if (spotlight.hidden) return this.#board.unveil();
    list.append(this.#reveal(next));
    list.lastChild.scrollIntoView({ block: 'nearest' });
    this.#wait();
  }

  /** Shows one winner large, and returns the row for the list. */
  #reveal(at) {
    const number = this.#numbers[at];
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

  /** Reveals the replacement of a winner who was revealed; all others stay, and those to come follow. */
  #replace() {
    [...this.#part('winners-list').children].forEach((row, at) => {
      if (row.dataset.number === String(this.#numbers[at])) return;
      row.replaceWith(this.#reveal(at));
      this.#part('spotlight').hidden = false;
      this.#wait();
    });
    this.#rename();
  }

  /** Updates the handles and prizes in the list. */
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
