// The winners on the page of a waffle.

import { element, parts } from './elements.js';
import { showHowWon } from './how_won.js';
import { say } from './words.js';

const RAIN = 6_000;
const BITS = 36;

export class Winners {
  #box;
  #part;

  constructor(page) {
    this.#part = parts(page);
    this.#box = this.#part('winners');
  }

  /** The text of the box. */
  get words() {
    return `${this.#part('winners-title').textContent} ${this.#part('winners-list').textContent}`;
  }

  /** Shows the winners of a summary or a message. */
  show(result) {
    const { winning_spot_numbers: numbers, winning_social_handles: handles, winning_prizes: prizes } = result;
    this.#box.hidden = numbers.length === 0;
    this.#part('winners-title').textContent = say('winners-title', { count: numbers.length });
    const rows = numbers.map((number, at) => {
      const prize = prizes ? [' ', prizeName(prizes[at])] : [];
      return element('li', {}, element('b', {}, `#${number}`), ' ', buyerLink(handles[at]), ...prize);
    });
    this.#part('winners-list').replaceChildren(...rows);
    const how = this.#part('how-won');
    const before = how.textContent;
    showHowWon(how, result);
    const link = this.#part('how-won-link');
    if (!link || how.textContent === before) return;
    // Another result, of a draw whose number is unknown.
    link.href = how.dataset.ledger;
    link.textContent = say('how-won-all-draws');
  }

  /** Lets the winners glow in a rain of confetti; without the rain for people who asked for less motion. */
  celebrate() {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.#box.removeAttribute('data-fresh');
    requestAnimationFrame(() => {
      this.#box.setAttribute('data-fresh', '');
      this.#box.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' });
    });
    document.querySelector('.confetti')?.remove();
    if (still) return;
    const bits = Array.from({ length: BITS }, () => element('i'));
    const rain = element('div', { className: 'confetti', ariaHidden: 'true' }, ...bits);
    document.body.append(rain);
    setTimeout(() => rain.remove(), RAIN);
  }
}

/** Names what a winner gets. */
export function prizeName(prize) {
  return element('bdi', { className: 'prize' }, prize);
}

/** Links to a buyer's page. */
export function buyerLink(handle) {
  // In a path, these two stand for folders.
  const at = handle === '.' || handle === '..' ? '@' : '';
  return element('a', { href: `/buyer/${at}${handle}` }, `@${handle}`);
}
