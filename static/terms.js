// When and how spots may be claimed: shown on the page of a waffle, with a countdown.

import { localTime } from './page.js';
import { countDown } from './countdown.js';
import { parts } from './elements.js';
import { say, tally } from './words.js';

const UNITS = [
  [1_440, 'time-days'],
  [60, 'time-hours'],
  [1, 'time-minutes'],
];

function howLong(minutes) {
  const [length, key] = UNITS.find(([length]) => minutes % length === 0);
  return say(key, { count: minutes / length });
}

export class Terms {
  #part;
  #clock;
  #onOpen;
  #opens = '';
  #opensAt = 0;
  #stop = () => {};
  #paused;

  /** `onOpen` is called when the time of the opening has come. */
  constructor(page, clock, onOpen) {
    this.#part = parts(page);
    this.#clock = clock;
    this.#onOpen = onOpen;
    this.#paused = !this.#part('paused').hidden;
    const { dateTime, dataset } = this.#part('opens');
    this.#setOpening(dateTime, Number(dataset.at));
  }

  /** Whether buyers still have to wait for the opening. */
  get waiting() {
    return this.#clock.now < this.#opensAt;
  }

  get paused() {
    return this.#paused;
  }

  /** Whether buyers can claim, as far as it depends on this. */
  get open() {
    return !this.#paused && !this.waiting;
  }

  /** Shows the terms of a waffle as it is now. */
  show({ opens_at, claims_paused, unlisted, pay_within_minutes, max_spots_per_handle }) {
    const part = this.#part;
    this.#paused = claims_paused;
    part('paused').hidden = !claims_paused;
    part('unlisted').hidden = !unlisted;
    part('most').hidden = max_spots_per_handle === null;
    part('most').dataset.most = max_spots_per_handle ?? '';
    part('most-number').textContent = tally(max_spots_per_handle ?? 0);
    part('pay-within').hidden = pay_within_minutes === null;
    part('minutes').textContent = pay_within_minutes === null ? '' : howLong(pay_within_minutes);
    // It may name fractions of a millisecond.
    this.#setOpening(opens_at ?? '', opens_at ? Date.parse(opens_at) + 1 : 0);
  }

  /** Shows the last known terms again. */
  reopen() {
    this.#part('paused').hidden = !this.#paused;
    this.#setOpening(this.#opens, this.#opensAt);
  }

  /** Stops counting, since nothing can be claimed any longer. */
  close() {
    this.#stop();
    this.#part('opening').hidden = this.#part('paused').hidden = true;
  }

  /** `at` is the moment in milliseconds since 1970; 0 where there is none. */
  #setOpening(moment, at) {
    this.#stop();
    this.#opens = moment;
    this.#opensAt = at;
    this.#part('opening').hidden = !this.waiting;
    if (!this.waiting) return;
    const time = this.#part('opens');
    time.dateTime = moment;
    localTime(time);
    const show = (left) => (this.#part('countdown').textContent = say('terms-to-go', { left }));
    const done = () => {
      this.#part('opening').hidden = true;
      this.#onOpen();
    };
    this.#stop = countDown(this.#clock, this.#opensAt, show, done);
  }
}
