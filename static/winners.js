// The winners on the page of a waffle.

import { element, parts } from './elements.js';
import { plural } from './numbers.js';

const RAIN = 6_000;
const BITS = 36;

export class Winners {
  #box;
  #part;

  constructor(page) {
    this.#part = parts(page);
    this.#box = this.#part('winners');
  }

  /** What the box says. */
  get words() {
    return `${this.#part('winners-title').textContent} ${this.#part('winners-list').textContent}`;
  }

  /** Shows the winners, and how they were found: empty if that is not known, and nothing if it may be as before. */
  show(numbers, handles, how) {
    this.#box.hidden = numbers.length === 0;
    this.#part('winners-title').textContent = plural(numbers.length, 'And the winner is', 'And the winners are');
    const rows = numbers.map((number, at) =>
      element('li', {}, element('b', {}, `#${number}`), ' ', buyerLink(handles[at])),
    );
    const list = this.#part('winners-list');
    const before = [...list.querySelectorAll('b')].map((number) => number.textContent).join();
    list.replaceChildren(...rows);
    if (before !== numbers.map((number) => `#${number}`).join() || how !== undefined) this.#tell(how ?? '');
  }

  #tell(how) {
    const link = this.#part('how-won-link');
    if (!link) return;
    this.#part('how-won').textContent = how;
    link.href = link.href.replace(/\d+$/, '').replace(/\/$/, '');
    link.textContent = 'All draws';
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

function buyerLink(handle) {
  // In a path, these two stand for folders.
  const at = handle === '.' || handle === '..' ? '@' : '';
  return element('a', { href: `/buyer/${at}${handle}` }, `@${handle}`);
}
