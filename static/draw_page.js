// The page of a draw: computes it again on request, asks relays for the round, and shows the results. While the draw is
// locked, it shows whether its round has appeared already.

import './page.js';
import { RELAYS, askRelay, canCheck, checkDraw, checkShown, judge } from './verify_draw.js';
import { busy, element, parts } from './elements.js';
import { knownAlready } from './known_round.js';
import { QUICKNET } from './quicknet.js';
import { nodes, say } from './words.js';

const STEPS = {
  shown: 'check-shown',
  entries: 'check-entries',
  round_at: 'check-round-at',
  locked: 'check-locked',
  randomness: 'check-randomness',
  seed: 'check-seed',
  winners: 'check-winners',
  alternates: 'check-alternates',
};
const ANSWERS = {
  same: 'relay-same',
  other: 'relay-other',
  not_yet: 'relay-not-yet',
  unknown: 'relay-unknown',
};
const PATIENCE = 10_000;

const box = document.querySelector('[data-check]');
const locked = document.querySelector('[data-locked-round]');

/** The timetable and the relays of a chain: for quicknet those in this script, otherwise those that this site names. */
function known(chain) {
  if (chain === QUICKNET.chain) return { timetable: QUICKNET, relays: RELAYS };
  const { genesis, period, relays } = box.dataset;
  if (!relays) throw new Error(say('check-chain-gone'));
  return { timetable: { genesis: Number(genesis), period: Number(period) }, relays: relays.split(' ') };
}

/** The result of a step, as a text: a moment, entries, or a hash. */
function told(found) {
  if (Array.isArray(found)) {
    return found.map(({ number, handle }) => `#${number} @${handle}`).join(', ') || say('check-no-entries');
  }
  return found instanceof Date && found.getTime() ? found.toISOString() : String(found);
}

function show(part, right, ...words) {
  part('steps').append(element('li', {}, right ? '✓ ' : '✗ ', ...words));
}

async function check(part) {
  part('steps').replaceChildren();
  part('verdict').textContent = say('check-under-way');
  try {
    const answer = await fetch(box.dataset.json, { signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) throw new Error(say('check-answered', { status: String(answer.status) }));
    const draw = await answer.json();
    const { timetable, relays } = known(draw.chain);
    const steps = [checkShown(draw, box.dataset), ...(await checkDraw(draw, timetable))];
    for (const { name, found, right } of steps) {
      show(part, right, ...nodes(STEPS[name], { code: element('code', {}, told(found)) }));
    }
    const answers = await Promise.all(relays.map((relay) => askRelay(relay, draw)));
    const isQuicknet = draw.chain === QUICKNET.chain;
    const whose = isQuicknet ? 'public' : 'own';
    relays.forEach((relay, at) =>
      show(part, answers[at] === 'same', say(ANSWERS[answers[at]], { whose, relay: new URL(relay).host })),
    );
    part('verdict').textContent = judge(steps, answers, isQuicknet);
  } catch (error) {
    part('verdict').textContent = say('check-failed', { why: error.message });
  }
}

if (box) {
  const part = parts(box);
  box.hidden = false;
  if (canCheck()) part('check-now').addEventListener('click', () => busy(box, check(part)));
  else {
    part('check-now').disabled = true;
    part('verdict').textContent = say('check-only-https');
  }
}
if (locked) {
  const { chain, round, roundAt } = locked.dataset;
  locked.append(...knownAlready({ chain, round: Number(round), round_at: roundAt }));
}
