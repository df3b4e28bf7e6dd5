// The board on a stage: tiles with numbers, or a map of small cells where the tiles are too many to be read.

import { oncePerFrame } from './elements.js';

/** The colours of a state, by their names in the stylesheet. */
const COLOURS = { a: '--pocket', p: '--drip-b', d: '--syrup', w: '--berry', l: '--plain' };
/** How much wider than high a cell with a number may be. */
const WIDEST = 1.7;
/** How much smaller than they could be cells become for a fuller last row. */
const SMALLER = 0.85;

export class StageBoard {
  #root;
  #states;
  #tiles;
  #canvas = null;
  #left = 0;
  /** The winners who were revealed, and whether all of them were. */
  #revealed = new Set();
  #over;
  #draw = oncePerFrame(() => this.#drawMap());

  /** Reads the board from the element's data. */
  constructor(root) {
    this.#root = root;
    this.#states = [' ', ...root.dataset.states];
    this.#tiles = [null, ...root.querySelectorAll('.spot')];
    this.#states.forEach((letter, number) => {
      if (letter === 'a') this.#left++;
      if (letter === 'w') this.#revealed.add(number);
    });
    this.#over = this.#revealed.size > 0;
    if (this.#tiles.length < this.#states.length) {
      this.#canvas = document.createElement('canvas');
      root.append(this.#canvas);
      matchMedia('(prefers-color-scheme: dark)').addEventListener('change', this.#draw);
    }
    new ResizeObserver(() => this.#fit()).observe(root.parentElement);
    this.#fit();
    if (this.#over) this.#paintAll();
  }

  get left() {
    return this.#left;
  }

  get total() {
    return this.#states.length - 1;
  }

  /** Changes a spot; returns the letter that it had before, or `undefined` when there is no such spot. */
  set(number, letter, handle) {
    const before = this.#states[number];
    if (before === undefined || number < 1) return undefined;
    if (before === 'a') this.#left--;
    if (letter === 'a') this.#left++;
    this.#states[number] = letter;
    const tile = this.#tiles[number];
    if (tile) {
      tile.lastElementChild.textContent = handle ?? '';
      if (before === 'a' && letter !== 'a') this.#flash(tile);
    }
    if (before !== letter) this.#paint(number);
    return before;
  }

  /** Hides who won, until each of them is revealed. */
  veil() {
    this.#revealed.clear();
    this.#over = false;
    this.#paintAll();
  }

  reveal(number) {
    this.#revealed.add(number);
    this.#paint(number);
    if (this.#tiles[number]) this.#flash(this.#tiles[number]);
  }

  /** Shows the whole draw. */
  unveil() {
    this.#over = true;
    this.#paintAll();
  }

  /** The state of a spot as it is shown: after the draw, all that did not win look alike, so that winners stand out. */
  #shown(number) {
    const letter = this.#states[number];
    if (letter === 'w' && this.#revealed.has(number)) return 'w';
    if (this.#over) return 'l';
    return letter === 'w' || letter === 'l' ? 'd' : letter;
  }

  #flash(tile) {
    tile.removeAttribute('data-fresh');
    requestAnimationFrame(() => tile.setAttribute('data-fresh', ''));
  }

  #paint(number) {
    if (this.#canvas) this.#draw();
    else this.#tiles[number].dataset.s = this.#shown(number);
  }

  #paintAll() {
    if (this.#canvas) this.#draw();
    else for (let number = 1; number <= this.total; number++) this.#paint(number);
  }

  /** The number of columns with which the cells are largest, or nearly so where that fills the last row better. */
  #columns(width, height) {
    const fits = [];
    for (let columns = 1; columns <= this.total; columns++) {
      const rows = Math.ceil(this.total / columns);
      const side = Math.min(width / columns / (this.#canvas ? 1 : WIDEST), height / rows);
      fits.push({ columns, side, full: 1 - (rows * columns - this.total) / columns });
    }
    const largest = Math.max(...fits.map(({ side }) => side));
    // On a map, no one sees where the last row ends.
    const least = this.#canvas ? largest : largest * SMALLER;
    const good = fits.filter(({ side }) => side >= least);
    return good.sort((one, other) => other.full - one.full || other.side - one.side)[0].columns;
  }

  #fit() {
    const { clientWidth: width, clientHeight: height } = this.#root;
    if (!width || !height) return;
    const columns = this.#columns(width, height);
    this.#root.style.setProperty('--cols', columns);
    if (this.#canvas) return this.#draw();
    const high = height / Math.ceil(this.total / columns);
    const cell = Math.min(high, width / columns);
    this.#root.style.setProperty('--cell', `${cell}px`);
    // The number stays whole: the handle below it comes only where there is room for both.
    const letter = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const both = 1.1 * (0.44 * cell + Math.max(0.16 * cell, 0.8 * letter));
    this.#root.toggleAttribute('data-named', high >= Math.max(44, both) && width / columns >= 60);
  }

  #drawMap() {
    const { clientWidth: width, clientHeight: height } = this.#root;
    if (!width || !height) return;
    const scale = devicePixelRatio || 1;
    const canvas = this.#canvas;
    if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale);
    if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale);
    const pen = canvas.getContext('2d');
    const style = getComputedStyle(this.#root);
    const colours = Object.fromEntries(
      Object.entries(COLOURS).map(([letter, name]) => [letter, style.getPropertyValue(name).trim()]),
    );
    const columns = Number(style.getPropertyValue('--cols')) || 1;
    const cell = Math.min(canvas.width / columns, canvas.height / Math.ceil(this.total / columns));
    const gap = Math.min(cell / 6, 3 * scale);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    const fill = (number, letter, grown) => {
      const [row, column] = [Math.floor((number - 1) / columns), (number - 1) % columns];
      const side = cell - gap + 2 * grown;
      pen.fillStyle = colours[letter];
      pen.fillRect(column * cell - grown, row * cell - grown, side, side);
    };
    const winners = [];
    for (let number = 1; number <= this.total; number++) {
      const letter = this.#shown(number);
      if (letter === 'w') winners.push(number);
      else fill(number, letter, 0);
    }
    // One cell among ten thousand is too small to be seen from afar: winners cover half of their neighbours.
    for (const number of winners) fill(number, 'w', cell / 2);
  }
}
