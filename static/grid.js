// The board: up to ten thousand spots in one listbox, filled a hundred at a time as they scroll into view.

import { element } from './elements.js';
import { buyersWord } from './states.js';
import { say } from './words.js';

const CHUNK = 100;

export class Grid {
  picked = new Set();
  counts = { a: 0, p: 0, d: 0, w: 0, l: 0 };
  open = true;
  /** How many spots may be picked. */
  room = Infinity;
  /** The number of the board's only tab stop. */
  current = 1;
  /** The numbers of the spots that are shown. */
  shown;
  #root;
  #total;
  #states;
  #handles;
  #tiles;
  #chunks = [];
  #me = '';
  #onPick;
  #onInspect;

  /** Reads the board from the element's data, and takes over its content. */
  constructor(root, { onPick, onInspect }) {
    this.#root = root;
    this.#onPick = onPick;
    this.#onInspect = onInspect;
    this.#total = Number(root.dataset.total);
    this.#states = [' ', ...root.dataset.states];
    this.#tiles = new Array(this.#total + 1);
    this.shown = [...this.#tiles.keys()].slice(1);
    const holders = root.dataset.holders.split(' ');
    let next = 0;
    this.#handles = this.#states.map((letter) => (letter === 'a' || letter === ' ' ? null : holders[next++]));
    for (let n = 1; n <= this.#total; n++) this.counts[this.#states[n]]++;
    this.#build();
  }

  get total() {
    return this.#total;
  }

  state(number) {
    return this.#states[number];
  }

  handle(number) {
    return this.#handles[number];
  }

  /** Changes a spot; returns whether it was different before. */
  set(number, letter, handle) {
    const before = this.#states[number];
    if (before === undefined || number < 1) return false;
    if (before === letter && this.#handles[number] === handle) return false;
    this.counts[before]--;
    this.counts[letter]++;
    this.#states[number] = letter;
    this.#handles[number] = handle;
    if (letter !== 'a') this.picked.delete(number);
    const tile = this.#tiles[number];
    if (tile) {
      this.#paint(number, tile);
      tile.toggleAttribute('data-fresh', true);
    }
    return true;
  }

  pick(number, on) {
    if (on === this.picked.has(number)) return false;
    if (on && (!this.open || this.#states[number] !== 'a' || this.picked.size >= this.room)) return false;
    if (on) this.picked.add(number);
    else this.picked.delete(number);
    this.#tiles[number]?.setAttribute('aria-selected', on);
    return true;
  }

  unpickAll() {
    for (const number of [...this.picked]) this.pick(number, false);
  }

  /** Marks the spots of a handle as the visitor's own. */
  claimFor(handle) {
    this.#me = handle;
    this.#tiles.forEach((tile, number) => this.#paint(number, tile));
  }

  /** The spots of a handle, or the visitor's own. */
  heldBy(handle = this.#me) {
    const numbers = [];
    if (handle) for (let n = 1; n <= this.#total; n++) if (this.#handles[n] === handle) numbers.push(n);
    return numbers;
  }

  /** The element of a spot. */
  tile(number) {
    this.#fill(this.#chunks[Math.floor((number - 1) / CHUNK)]);
    return this.#tiles[number];
  }

  focus(number) {
    this.stop(number);
    this.#tiles[number].focus({ preventScroll: true });
    this.#tiles[number].scrollIntoView({ block: 'nearest' });
  }

  /** Stops picking. During a pause, earlier picks are kept for when claims go on. */
  close(keep = false) {
    this.open = false;
    if (!keep) this.unpickAll();
    this.#tiles.forEach((tile, number) => this.#paint(number, tile));
  }

  reopen() {
    this.open = true;
    this.#tiles.forEach((tile, number) => this.#paint(number, tile));
  }

  #build() {
    const root = this.#root;
    root.replaceChildren();
    root.setAttribute('role', 'listbox');
    root.setAttribute('aria-multiselectable', 'true');
    root.setAttribute('aria-labelledby', 'board-title');
    root.setAttribute('aria-describedby', 'board-help');
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (!isIntersecting) continue;
          watch.unobserve(target);
          this.#fill(target);
        }
      },
      { rootMargin: '800px 0px' },
    );
    for (let from = 1; from <= this.#total; from += CHUNK) {
      const to = Math.min(from + CHUNK - 1, this.#total);
      const chunk = element('div', { className: 'chunk' });
      chunk.dataset.from = from;
      this.#chunks.push(chunk);
      if (this.#total > CHUNK) {
        const ends = { from: String(from), to: String(to) };
        const name = element('div', { className: 'chunk-name' }, say('grid-chunk', ends));
        name.setAttribute('aria-hidden', 'true');
        chunk.setAttribute('role', 'group');
        chunk.setAttribute('aria-label', say('grid-chunk-spots', ends));
        root.append(name);
      } else {
        chunk.setAttribute('role', 'presentation');
      }
      root.append(chunk);
      if (from === 1 || to - from + 1 < CHUNK) {
        this.#fill(chunk);
      } else {
        chunk.dataset.lazy = '';
        watch.observe(chunk);
      }
    }
    this.stop(1);
    addEventListener('beforeprint', () => this.#chunks.forEach((chunk) => this.#fill(chunk)));
    root.addEventListener('click', (event) => this.#press(numberOf(event.target)));
    root.addEventListener('keydown', (event) => this.#key(event));
    root.addEventListener('focusin', (event) => this.stop(numberOf(event.target)));
    root.addEventListener('animationend', (event) => event.target.removeAttribute('data-fresh'));
  }

  #fill(chunk) {
    if (chunk.firstChild) return;
    const from = Number(chunk.dataset.from);
    const to = Math.min(from + CHUNK - 1, this.#total);
    const tiles = document.createDocumentFragment();
    for (let number = from; number <= to; number++) {
      const tile = element('div', { className: 'spot', tabIndex: -1 }, element('b', {}, number), ' ', element('i'));
      tile.dataset.n = number;
      tile.setAttribute('role', 'option');
      tile.setAttribute('aria-setsize', this.#total);
      tile.setAttribute('aria-posinset', number);
      this.#tiles[number] = tile;
      this.#paint(number, tile);
      tiles.append(tile);
    }
    chunk.append(tiles);
  }

  #paint(number, tile) {
    const letter = this.#states[number];
    const handle = this.#handles[number];
    const mine = handle !== null && handle === this.#me;
    const label = mine ? 'grid-spot-yours' : handle ? 'grid-spot-held' : 'grid-spot';
    tile.dataset.s = letter;
    tile.toggleAttribute('data-mine', mine);
    // The visible text comes first, unchanged, for people who speak to their device.
    tile.setAttribute('aria-label', say(label, { number: String(number), handle, state: buyersWord(letter) }));
    tile.setAttribute('aria-selected', this.picked.has(number));
    tile.toggleAttribute('aria-disabled', false);
    if (letter !== 'a' || !this.open) tile.setAttribute('aria-disabled', 'true');
    tile.lastChild.textContent = mine ? say('grid-you') : (handle ?? '');
  }

  /** Makes one spot the board's only tab stop. */
  stop(number) {
    if (!number) return;
    this.tile(this.current).tabIndex = -1;
    this.current = number;
    this.tile(number).tabIndex = 0;
  }

  #press(number) {
    if (!number) return;
    this.stop(number);
    if (this.open && this.#states[number] === 'a') {
      this.#onPick(this.pick(number, !this.picked.has(number)));
    } else {
      this.#onInspect(number, buyersWord(this.#states[number]), this.#handles[number]);
    }
  }

  #key(event) {
    const number = numberOf(event.target);
    if (!number || event.altKey || event.ctrlKey || event.metaKey) return;
    const style = getComputedStyle(this.#root);
    const columns = Number(style.getPropertyValue('--cols')) || 10;
    // On a page that runs from right to left, the next number is on the left.
    const right = style.direction === 'rtl' ? -1 : 1;
    const { shown } = this;
    const place = shown.indexOf(number);
    const last = shown.length - 1;
    const targets = {
      ArrowRight: place + right,
      ArrowLeft: place - right,
      ArrowDown: place + columns,
      ArrowUp: place - columns,
      PageDown: Math.min(place + columns * 10, last),
      PageUp: Math.max(place - columns * 10, 0),
      Home: 0,
      End: last,
    };
    if (event.key === ' ' || event.key === 'Enter') {
      this.#press(number);
    } else if (event.key in targets) {
      const target = shown[targets[event.key]];
      if (target) this.focus(target);
    } else {
      return;
    }
    event.preventDefault();
  }
}

function numberOf(target) {
  return Number(target.closest('[data-n]')?.dataset.n ?? 0);
}
