// The server's clock, and how long it is until a moment.

import { read } from './api_client.js';
import { say } from './words.js';

/**
 * A clock that shows the server's time, in milliseconds, however wrong this device's clock is. `told` is the server's
 * time when it sent the page; without it the clock is the device's, until the server is asked.
 */
export class ServerClock {
  #ahead;
  #path;

  /** `path` is asked for the time where the page itself may be an old copy. */
  constructor(told, path) {
    this.#path = path;
    const [page] = performance.getEntriesByType('navigation');
    const since = Math.max(0, performance.now() - (page?.responseStart || performance.now()));
    this.#ahead = told === null ? 0 : told + since - Date.now();
    // A browser that restores its tabs, or goes back, may show a copy from hours ago.
    if (told !== null && page && page.transferSize === 0) this.ask();
  }

  get now() {
    return Date.now() + this.#ahead;
  }

  /** Asks the server, whose answers name the second. */
  async ask() {
    try {
      const asked = performance.now();
      const { headers } = await read(this.#path, { method: 'HEAD', cache: 'no-store' });
      const took = performance.now() - asked;
      const second = Date.parse(headers.get('Date'));
      if (Number.isNaN(second)) return;
      // Within that second and the answer's way, we can't know better.
      if (this.now < second || this.now > second + 1_500 + took) this.#ahead = second + took / 2 - Date.now();
    } catch {
      // The page's own time has to do.
    }
  }
}

const two = (number) => String(number).padStart(2, '0');

/** "4:05", "1:04:05", "2 days, 1:04:05". */
export function duration(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  const [days, hours, minutes] = [86_400, 3_600, 60].map((unit) => Math.floor(seconds / unit));
  const clock = `${two(minutes % 60)}:${two(seconds % 60)}`;
  if (!hours) return clock.replace(/^0/, '');
  if (!days) return `${hours}:${clock}`;
  return say('countdown-days', { days, clock: `${hours % 24}:${clock}` });
}

/**
 * Counts down to a moment of the server's clock: `show` gets what is left, in words, once a second, and `done` is
 * called when it has come. Returns a function that stops it.
 */
export function countDown(clock, moment, show, done) {
  let timer = 0;
  const tick = () => {
    const left = moment - clock.now;
    if (left <= 0) {
      stop();
      return done();
    }
    show(duration(left));
    timer = setTimeout(tick, Math.min(left, left % 1_000 || 1_000));
  };
  // A device that slept has missed ticks.
  const seen = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') tick();
  };
  const stop = () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', seen);
  };
  document.addEventListener('visibilitychange', seen);
  tick();
  return stop;
}
