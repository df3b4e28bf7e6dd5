// The claim dock: picked spots become a claim, and the buyer sees the result.

import { claim } from './claim.js';
import { busy, element, parts } from './elements.js';
import { handleFault, normalHandle, remember, remembered } from './handle.js';
import { money, parseNumbers, sayNumbers, writeNumbers } from './numbers.js';
import { Outcome } from './outcome.js';
import { receiptPath, rememberReceipt } from './saved_receipts.js';
import { nodes, say } from './words.js';

/** How long picks that others took are gathered before the buyer is notified. */
const GATHER = 250;
/** How long a button is pressed. */
const PRESSED = 200;

/** By the code of an error. For others, the API's own sentence has to do. */
const WORDS = {
  unreachable: 'dock-unreachable',
  unavailable: 'dock-unavailable',
  outcome_unknown: 'dock-unknown',
  rate_limited: 'dock-slow',
  not_found: 'refusal-no-waffle',
  waffle_not_active: 'refusal-waffle-not-active',
  not_open_yet: 'refusal-not-open-yet',
  claims_paused: 'refusal-claims-paused',
  handle_blocked: 'refusal-handle-blocked',
  too_many_spots: 'refusal-too-many-spots',
};

const HINTS = { unreachable: 'dock-not-twice', outcome_unknown: 'dock-look' };

/** Makes two elements: one for while no draw is locked, one for while a draw is. The page shows one at a time. */
function eitherWay(locked, name, whileOpen, whileLocked) {
  const open = element(name, { hidden: locked }, ...whileOpen);
  const closed = element(name, { hidden: !locked }, ...whileLocked);
  open.dataset.ifOpen = closed.dataset.ifLocked = '';
  return [open, closed];
}

/** Leads to a receipt, and copies its address for a browser that can't remember it. */
function receiptLinks(token, locked) {
  const words = eitherWay(locked, 'span', [say('dock-pay')], [say('dock-receipt')]);
  const open = element('a', { className: 'button primary small', href: receiptPath(token) }, ...words);
  const copy = element('button', { type: 'button', className: 'button small' }, say('receipt-copy-link'));
  copy.dataset.copy = new URL(receiptPath(token), location.href).href;
  return [open, copy];
}

const line = (...words) => element('p', {}, ...words);


export class ClaimDock {
  #page;
  #part;
  #form;
  #grid;
  #waffle;
  #outcome;
  #onClaim;
  /** The spots of the claim that the message is about. */
  #told = [];
  #onHandle;
  #onMissed;
  /** The numbers that were typed; others were tapped. */
  #typed = [];
  /** Picks that others took and the buyer has not been notified of yet. */
  #lost = [];
  #telling = 0;
  /** How many spots a buyer may hold, and how many this one holds. */
  #limits = {};
  /** How many random spots the button offers, and whether more were asked for. */
  #offer = 1;
  #over = false;
  /** The claim under way: its numbers, and the spots that the server reported in the meantime. */
  #claiming = null;

  /**
   * `waffle` holds its id, price, status and currency. `onClaim` is called when spots were claimed here, `onHandle`
   * when the buyer wrote a handle, `onMissed` when the board turned out to be older than the server's.
   */
  constructor(page, { grid, waffle, onClaim, onHandle, onMissed }) {
    this.#page = page;
    this.#part = parts(page);
    this.#form = this.#part('claim');
    this.#grid = grid;
    this.#waffle = waffle;
    this.#outcome = new Outcome(this.#part('outcome'));
    this.#onClaim = onClaim;
    this.#onHandle = onHandle;
    this.#onMissed = onMissed;
    this.#listen();
  }

  /** Takes over the values that the form was sent with: the handle, ticked spots and typed numbers. */
  start(ticked) {
    this.#handle.value ||= remembered();
    this.#grid.claimFor(normalHandle(this.#handle.value));
    for (const number of ticked) this.#grid.pick(number, true);
    if (this.#numbers.value) this.#readNumbers(true);
  }

  /** Shows or hides the dock and the tools above the board. With no spot left, only the result of a claim stays. */
  show(open, left) {
    this.#form.hidden = !open;
    this.#form.toggleAttribute('data-none-left', left === 0);
    this.#part('tools').hidden = !open || left === 0;
  }

  showPicked() {
    const { currency, price } = this.#waffle;
    const { picked } = this.#grid;
    const asked = Math.max(1, Math.floor(Number(this.#count.value)) || 1);
    const count = Math.min(asked, this.#grid.room);
    this.#offer = count;
    this.#form.dataset.mode = picked.size ? 'picked' : 'random';
    this.#part('picked').hidden = this.#part('clear').hidden = picked.size === 0;
    this.#part('picked-count').textContent = say('dock-picked', { count: picked.size });
    this.#part('picked-numbers').textContent = writeNumbers(picked);
    this.#part('claim-picked').textContent = picked.size
      ? say('dock-claim', { count: picked.size, sum: money(picked.size * price, currency) })
      : say('dock-tap');
    this.#part('claim-picked').setAttribute('aria-disabled', picked.size === 0);
    this.#part('random-words').textContent = say('dock-random', { count });
    this.#part('random-sum').textContent = money(count * price, currency);
    this.#part('claim-random').setAttribute('aria-disabled', count === 0);
    const over = asked > count;
    // An error that came with the page stays.
    if (over || this.#over) this.#fieldError(this.#count, 'count', over ? say('dock-limit', this.#limits) : '');
    this.#over = over;
  }

  /** Offers no more than a buyer may hold, less what this one holds: a pick too many is taken back. */
  limit(most) {
    const grid = this.#grid;
    const held = grid.heldBy(normalHandle(this.#handle.value)).length;
    this.#limits = { most, held };
    grid.room = Math.max(0, most - held);
    for (const number of [...grid.picked].slice(grid.room)) grid.pick(number, false);
    if (!this.#claiming) this.showPicked();
  }

  /** Hides the message about a claim once none of its spots `isDue` any longer. */
  forgetPaid(isDue) {
    if (this.#outcome.kind === 'good' && !this.#told.some(isDue)) this.#outcome.hide();
  }

  /** The buyer tapped a free spot, which is `done` unless the limit is reached. */
  onPick(done) {
    if (!done) return this.#outcome.show('plain', say('dock-limit', this.#limits));
    if (this.#outcome.kind === 'good') this.#outcome.hide();
    this.showPicked();
  }

  /** The buyer tapped a spot that can't be picked. */
  onInspect(number, words, handle) {
    if (this.#form.hidden) return;
    const values = { number: String(number), state: words, handle };
    this.#outcome.show('plain', say(handle ? 'dock-spot-held' : 'dock-spot', values));
  }

  /** The server reported a spot, even if nothing about it is new. */
  onSpot(number) {
    this.#claiming?.seen.add(number);
  }

  /** A picked spot was claimed, perhaps by this buyer. */
  onPickTaken(number) {
    if (!this.#claiming?.numbers?.includes(number)) {
      this.#lost.push(number);
      this.#telling ||= setTimeout(() => this.#tellLost(), GATHER);
    }
    this.showPicked();
  }

  get #handle() {
    return this.#form.elements.social_handle;
  }

  get #numbers() {
    return this.#form.elements.numbers;
  }

  get #count() {
    return this.#form.elements.count;
  }

  #listen() {
    const form = this.#form;
    form.noValidate = true;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#submit(event.submitter === this.#part('claim-random'));
    });
    this.#handle.addEventListener('change', () => {
      const handle = normalHandle(this.#handle.value);
      if (handle) {
        this.#handle.value = handle;
        this.#fieldError(this.#handle, 'handle', '');
      }
      // What it shows moves the page, and the button that takes the focus away is still being pressed.
      setTimeout(() => this.#onHandle(handle), PRESSED);
    });
    this.#numbers.addEventListener('input', () => this.#readNumbers(false));
    this.#numbers.addEventListener('change', () => this.#readNumbers(true));
    this.#numbers.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      // Some browsers would press the first button that is visible, which may be the one for random spots.
      event.preventDefault();
      this.#submit(false, true);
    });
    this.#count.addEventListener('input', () => this.showPicked());
    this.#part('clear').addEventListener('click', () => this.#clearPicked());
    for (const [name, by] of [['less', -1], ['more', 1]]) {
      this.#part(name).hidden = false;
      this.#part(name).addEventListener('click', () => this.#step(by));
    }
    // The focused element must not end up behind the dock.
    new ResizeObserver(() => {
      const sticks = getComputedStyle(form).bottom === '0px';
      document.documentElement.style.scrollPaddingBottom = sticks ? `${form.offsetHeight + 16}px` : '';
    }).observe(form);
  }

  #step(by) {
    this.#count.value = Math.max(1, this.#offer + by);
    this.showPicked();
  }

  #fieldError(field, name, words) {
    this.#part(`${name}-error`).textContent = words;
    if (words) field.setAttribute('aria-invalid', 'true');
    else field.removeAttribute('aria-invalid');
  }

  /** Picks the numbers that were typed. Mistakes are shown only once typing has ended. */
  #readNumbers(final) {
    const grid = this.#grid;
    const { numbers, problem } = parseNumbers(this.#numbers.value, grid.total);
    for (const number of this.#typed) grid.pick(number, false);
    this.#typed = numbers;
    const left = numbers.filter((number) => !grid.pick(number, true) && !grid.picked.has(number));
    const taken = left.filter((number) => grid.state(number) !== 'a');
    const gone = taken.length ? say('dock-gone', { numbers: writeNumbers(taken) }) : '';
    const over = left.length > taken.length ? say('dock-limit', this.#limits) : '';
    this.#fieldError(this.#numbers, 'numbers', (final && problem) || gone || over);
    this.showPicked();
    return [problem, over];
  }

  #clearPicked() {
    this.#grid.unpickAll();
    this.#numbers.value = '';
    this.#typed = [];
    this.#fieldError(this.#numbers, 'numbers', '');
    this.showPicked();
  }

  #tellLost() {
    this.#telling = 0;
    const lost = { count: this.#lost.length, numbers: sayNumbers(this.#lost) };
    this.#outcome.show('plain', say('dock-lost', lost));
    this.#lost = [];
  }

  /** `typed` numbers are claimed all or not at all: no button has said how many. */
  async #submit(random, typed) {
    if (this.#claiming) return;
    this.limit(this.#limits.most);
    const handle = normalHandle(this.#handle.value);
    if (!random) {
      const [problem, over] = this.#readNumbers(true);
      if (problem || (typed && over)) return this.#numbers.focus();
    }
    if (!random && this.#grid.picked.size === 0) {
      return this.#outcome.show('plain', say('dock-tap-first'));
    }
    const fault = handleFault(this.#handle.value);
    this.#fieldError(this.#handle, 'handle', fault && say(fault));
    if (!handle) return this.#handle.focus();
    const count = this.#offer;
    if (random && !count) return this.#count.focus();
    const numbers = random ? null : [...this.#grid.picked].sort((a, b) => a - b);
    this.#claiming = { numbers, seen: new Set() };
    this.#outcome.hide();
    const button = this.#part(random ? 'claim-random' : 'claim-picked');
    const words = random ? this.#part('random-words') : button;
    words.textContent = say('dock-claiming');
    const onRetry = () => (words.textContent = say('dock-still'));
    let waited = false;
    const onWait = (seconds) => {
      words.textContent = say('dock-in-line', { seconds });
      if (!waited) this.#outcome.show('plain', say('dock-in-line-why'));
      waited = true;
    };
    const request = claim({ waffle: this.#waffle.id, numbers, count, handle, onRetry, onWait });
    const answer = await busy(this.#form, busy(button, request));
    if (waited) this.#outcome.hide();
    if (answer.ok) this.#granted(numbers ?? answer.data.spot_numbers, handle, random ? count : 0, answer.receipt);
    else this.#refused(answer);
    this.#claiming = null;
    this.showPicked();
    this.#outcome.focus();
  }

  /** `requested` is how many random spots were asked for, or 0. `token` is the receipt's. */
  #granted(numbers, handle, requested, token) {
    const { currency, price } = this.#waffle;
    remember(handle);
    // The server's reports in the meantime are newer than the claim.
    for (const number of numbers) if (!this.#claiming.seen.has(number)) this.#grid.set(number, 'p', handle);
    this.#grid.claimFor(handle);
    this.#clearPicked();
    if (token) {
      const title = this.#part('title').textContent;
      rememberReceipt({ waffle: this.#waffle.id, title, token, numbers: writeNumbers(numbers) });
    }
    this.#onClaim();
    if (numbers.length === 0) {
      return this.#outcome.show('bad', say('dock-none-left'), [line(say('dock-hope'))]);
    }
    const b = element('b', { className: 'price' });
    const sum = money(numbers.length * price, currency);
    const ways = this.#page.querySelector('section [data-pay]');
    const locked = !this.#part('locked').hidden;
    const toPay = [
      line(...nodes('dock-to-pay', { b }, { sum })),
      ...(ways ? [ways.cloneNode(true)] : []),
      ...(token ? [line(say('dock-receipt-has'))] : []),
    ];
    const out = [line(say('dock-out')), line(say('dock-out-owes'))];
    const values = { count: numbers.length, requested, numbers: sayNumbers(numbers) };
    const title = say(requested > numbers.length ? 'dock-yours-partly' : 'dock-yours', values);
    const lines = eitherWay(locked, 'div', toPay, out);
    this.#told = numbers;
    this.#outcome.show('good', title, lines, token ? receiptLinks(token, locked) : []);
  }

  #refused({ code, error, taken, fields, wait, held, allowed }) {
    if (code === 'spots_taken' && taken.length) return this.#taken(taken);
    const field = fields.find(({ field: name }) => name === 'social_handle');
    if (field) {
      this.#fieldError(this.#handle, 'handle', field.message);
      return this.#handle.focus();
    }
    const values = { seconds: wait || 0, count: allowed, allowed: String(allowed), held };
    const words = WORDS[code] ? say(WORDS[code], values) : (error ?? say('dock-failed'));
    this.#outcome.show('bad', words, HINTS[code] ? [line(say(HINTS[code]))] : []);
  }

  /** Some of the claimed spots went to others: they show as taken, and the rest stays picked. */
  #taken(taken) {
    const { picked } = this.#grid;
    const missed = taken.filter((number) => !this.#claiming.seen.has(number));
    for (const number of missed) this.#grid.set(number, 'p', null);
    if (missed.length) this.#onMissed();
    this.#onClaim();
    for (const number of taken) this.#grid.pick(number, false);
    this.#typed = this.#typed.filter((number) => !taken.includes(number));
    if (this.#numbers.value) this.#numbers.value = writeNumbers(this.#typed);
    this.showPicked();
    const title = say('dock-taken', { count: taken.length, numbers: sayNumbers(taken) });
    if (!picked.size) return this.#outcome.show('bad', title, [line(say('dock-others'))]);
    const free = line(say('dock-still-free', { numbers: writeNumbers(picked) }));
    this.#outcome.show('bad', `${title} ${say('dock-rest')}`, [free]);
  }
}
