// Follows one waffle over a WebSocket: reconnects, notices gaps, catches up. Without a socket, it polls.

import { parts } from './elements.js';
import { say } from './words.js';

const TRIES = 8;
const SILENCE = 75_000;
/** How long a socket may take to open. */
const OPENING = 10_000;
/** After this many sockets in a row that did not open, though the server answers, something in between stops them. */
const BLOCKED = 2;
/** The time between two polls without a socket, and the number of polls before the next socket is tried. */
const POLL = 4_000;
const POLLS = 15;
const STEADY = 5_000;
/** After many changes together, watchers read again at different times within this range. */
const SPREAD = 500;

/** Milliseconds before the given try: doubling to half a minute, spread over half of it. */
export function backoff(tries, random = Math.random) {
  return Math.min(30_000, 500 * 2 ** tries) * (0.5 + random() / 2);
}

/**
 * Follows the waffle `slug` from the event after `seq`; when `seq` is null, reads everything first. `waffle` is its id:
 * if another waffle gets the slug of a deleted one, everything is read again, and `refetch` finds out.
 *
 * `message` gets each event once and in order. `state` gets connecting, live, behind (the server has lost sight of its
 * database), retrying, polling, offline or closed.
 * `refetch` reads everything again and returns the sequence number that it includes, or `false` when the waffle is
 * gone. It gets the number that has to be included, and throws if an answer is older: each of several servers learns of
 * a change at a different time.
 */
export function follow(slug, { waffle, seq, message, state, refetch }) {
  let socket = null;
  let tries = 0;
  /** Sockets in a row that did not open. */
  let unopened = 0;
  let polls = 0;
  let timer = 0;
  let watchdog = 0;
  let steady = 0;
  let heard = 0;
  /** Whether everything has to be read again first. */
  let behind = seq === null;
  let over = false;
  let busy = false;
  /** Messages that arrive while everything is read again; otherwise null. */
  let waiting = null;
  /** The number up to which everything has to be read again, and the number that the spots had reached. */
  let needed = 0;
  let included = 0;

  function stop(last = 'closed') {
    over = true;
    drop();
    state(last);
  }

  function drop() {
    clearTimeout(timer);
    clearTimeout(watchdog);
    clearTimeout(steady);
    if (waiting) behind = true;
    waiting = null;
    const old = socket;
    socket = null;
    old?.close();
  }

  function listen(patience = SILENCE) {
    heard = Date.now();
    clearTimeout(watchdog);
    watchdog = setTimeout(retry, patience);
  }

  async function connect() {
    if (over || socket || busy) return;
    clearTimeout(timer);
    if (unopened < BLOCKED) state(tries ? 'retrying' : 'connecting');
    if (behind) {
      busy = true;
      try {
        if (!(await readNow())) return stop();
        behind = false;
      } catch {
        unopened = 0;
        return retry();
      } finally {
        busy = false;
      }
      if (over) return;
    }
    const url = new URL(`/ws/${encodeURIComponent(slug)}`, location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    if (seq !== null) url.searchParams.set('since', seq);
    url.searchParams.set('waffle', waffle);
    const mine = (socket = new WebSocket(url));
    unopened++;
    listen(OPENING);
    mine.onopen = () => {
      if (mine !== socket) return;
      unopened = 0;
      listen();
      state('live');
      steady = setTimeout(() => (tries = 0), STEADY);
    };
    mine.onmessage = ({ data }) => {
      if (mine === socket) take(data);
    };
    mine.onclose = () => {
      if (mine !== socket) return;
      // A refused upgrade does not say why. Reading again shows whether the waffle is gone.
      if (unopened) behind = true;
      retry();
    };
  }

  /** Reads everything again; returns whether the waffle still exists. */
  async function readNow() {
    const at = await refetch(0);
    if (at === false) return false;
    seq = at;
    needed = included = 0;
    return true;
  }

  /** Polls for news while no socket gets through. */
  async function poll() {
    if (document.visibilityState === 'visible') {
      try {
        if (!(await readNow())) return stop();
      } catch {
        unopened = 0;
        behind = true;
      }
    }
    if (over || socket) return;
    if (!unopened || ++polls % POLLS === 0) connect();
    else pollSoon();
  }

  function pollSoon() {
    state('polling');
    clearTimeout(timer);
    timer = setTimeout(poll, POLL * (0.75 + Math.random() / 2));
  }

  function take(data) {
    listen();
    let event;
    try {
      event = JSON.parse(data);
    } catch {
      return;
    }
    if (event.type === 'ping') {
      if (typeof event.live === 'boolean') state(event.live ? 'live' : 'behind');
      return socket.send('{"type":"pong"}');
    }
    if (event.type === 'resync' && typeof event.seq !== 'number') return catchUp();
    if (typeof event.seq === 'number') {
      if (seq !== null && event.seq <= seq) return;
      // A resync stands for all events up to its own.
      if (seq !== null && event.seq > seq + 1 && event.type !== 'resync') return catchUp();
      seq = event.seq;
    }
    if (event.type === 'resync') {
      needed = event.seq;
      readAnew();
    } else if (waiting) waiting.push(event);
    else tell(event);
  }

  function tell(event) {
    if (event.type !== 'spot_update' || event.seq > included) message(event);
  }

  /** Reads everything again, up to the number of a `resync`. Messages in the meantime are passed on afterwards. */
  async function readAnew() {
    if (waiting) return;
    waiting = [];
    const mine = socket;
    for (let readings = 0; readings <= TRIES; readings++) {
      const wait = readings ? backoff(readings - 1) : Math.random() * SPREAD;
      await new Promise((done) => setTimeout(done, wait));
      if (mine !== socket) return;
      const at = await refetch(needed).catch(() => null);
      if (mine !== socket) return;
      if (at === false) return stop();
      // There may have been another one in the meantime.
      if (at === null || at < needed) continue;
      included = at;
      const told = waiting;
      waiting = null;
      told.forEach(tell);
      return;
    }
    catchUp();
  }

  /** Starts over from the state just read. */
  function catchUp() {
    behind = true;
    retry();
  }

  function retry() {
    drop();
    if (over) return;
    if (unopened >= BLOCKED && navigator.onLine !== false) return pollSoon();
    if (tries >= TRIES || navigator.onLine === false) return state('offline');
    state('retrying');
    timer = setTimeout(connect, backoff(tries++));
  }

  /** Connects now, because the page came back or a caller asked for it. */
  function wake() {
    if (over) return;
    if (socket && Date.now() - heard > SILENCE / 2) drop();
    if (socket) return;
    tries = 0;
    connect();
  }

  const seen = () => document.visibilityState === 'visible' && wake();
  const heeded = { online: wake, offline: retry, pageshow: wake, pagehide: drop, visibilitychange: seen };
  for (const [name, heed] of Object.entries(heeded)) addEventListener(name, heed);
  connect();

  return {
    wake,
    /** Reads changes that no message reported, while there is no open socket. */
    async look() {
      if (!socket || unopened) await readNow().catch(() => {});
    },
    stop() {
      for (const [name, heed] of Object.entries(heeded)) removeEventListener(name, heed);
      stop();
    },
  };
}

const WORDS = {
  connecting: 'live-connecting',
  live: 'live-live',
  behind: 'live-behind',
  retrying: 'live-retrying',
  polling: 'live-polling',
  offline: 'live-offline',
  closed: 'live-closed',
};

/**
 * Shows a connection's state in a `[data-live]` element. The first try shows only once it has ended, and so does one
 * after "Not live", as the server may have written it into the page.
 */
export function showState(element, name) {
  if (!element || (name === 'connecting' && element.dataset.state === 'behind')) return;
  element.hidden &&= name === 'connecting';
  element.dataset.state = name;
  element.querySelector('[data-live-text]').textContent = say(WORDS[name]);
}

/** Follows a waffle on a page that shows the state of its connection, with a button to connect again. */
export function followPage(page, slug, { state, ...handlers }) {
  const part = parts(page);
  const live = follow(slug, {
    ...handlers,
    state(name) {
      showState(part('live'), name);
      part('reconnect').hidden = name !== 'offline';
      state?.(name);
    },
  });
  part('reconnect').addEventListener('click', live.wake);
  return live;
}
