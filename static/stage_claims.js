// The newest claims on a stage: a fixed number of them, however long it runs.

import { element } from './elements.js';
import { say } from './words.js';

const NEWEST = 6;
/** A claim of this many spots or more is shown as a count. */
const COUNTED = 6;

export class NewestClaims {
  #list;
  #claims;

  /** Takes over what the page lists. */
  constructor(list) {
    this.#list = list;
    this.#claims = [...list.children].map(({ dataset }) => ({
      handle: dataset.handle,
      numbers: dataset.numbers.split(' ').map(Number),
    }));
  }

  add(number, handle) {
    this.remove(number);
    const [newest] = this.#claims;
    if (newest?.handle === handle) newest.numbers.push(number);
    else this.#claims.unshift({ handle, numbers: [number] });
    this.#claims.length = Math.min(this.#claims.length, NEWEST);
  }

  /** Removes a spot that became available. */
  remove(number) {
    for (const claim of this.#claims) claim.numbers = claim.numbers.filter((other) => other !== number);
    this.#claims = this.#claims.filter(({ numbers }) => numbers.length > 0);
  }

  show() {
    const rows = this.#claims.map(({ handle, numbers }) => {
      const count = numbers.length;
      const words = count < COUNTED ? numbers.join(', ') : say('stage-claimed-spots', { count });
      return element('li', {}, element('b', {}, `@${handle}`), ' ', element('span', {}, words));
    });
    this.#list.replaceChildren(...rows);
  }
}
