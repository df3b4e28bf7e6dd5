// The box in the claim dock that shows the result of a claim.

import { element } from './elements.js';
import { say } from './words.js';

const FADE = 5_000;

export class Outcome {
  #box;
  #fading = 0;

  constructor(box) {
    this.#box = box;
  }

  get kind() {
    return this.#box.dataset.kind;
  }

  /** Shows something: `good` and `bad` stay until they are closed, `plain` disappears by itself. */
  show(kind, title, lines = [], actions = []) {
    clearTimeout(this.#fading);
    this.#box.dataset.kind = kind;
    this.#box.setAttribute('role', kind === 'bad' ? 'alert' : 'status');
    const rows = [element('p', { className: 'outcome-title' }, title), ...lines];
    if (kind !== 'plain') {
      const words = say(kind === 'good' ? 'dock-done' : 'dock-ok');
      const close = element('button', { type: 'button', className: 'button quiet small' }, words);
      close.addEventListener('click', () => this.hide());
      rows.push(element('p', { className: 'actions' }, ...actions, close));
    }
    this.#box.replaceChildren(...rows);
    this.#box.hidden = false;
    if (kind === 'plain') this.#fading = setTimeout(() => this.hide(), FADE);
  }

  hide() {
    this.#box.hidden = true;
  }

  focus() {
    if (!this.#box.hidden) this.#box.focus({ preventScroll: true });
  }
}
