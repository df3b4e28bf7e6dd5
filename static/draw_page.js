// The page of a draw: computes it again on request, asks relays for the round, and shows the results. While the draw is
// locked, it shows whether its round has appeared already.

import './page.js';
import { RELAYS, askRelay, canCheck, checkDraw, checkShown, judge } from './verify_draw.js';
import { busy, element, parts } from './elements.js';
import { knownAlready } from './known_round.js';
import { QUICKNET } from './quicknet.js';

const STEPS = {
  shown: 'What is checked is what this page shows',
  entries: 'The entries have the published hash',
  round_at: 'The round appears at the published time',
  locked: 'The draw was locked before that, by the server’s clock',
  randomness: 'The randomness is the hash of the signature',
  seed: 'The algorithm is the known one, and the seed is made as it says',
  winners: 'The winners follow from the entries and the round',
  alternates: 'The alternates follow in the same way',
};
const ANSWERS = {
  same: 'has the same signature',
  other: 'has ANOTHER signature',
  not_yet: 'does not have the round',
  unknown: 'gave no answer that counts',
};
const PATIENCE = 10_000;

const box = document.querySelector('[data-check]');
const locked = document.querySelector('[data-locked-round]');

/** The timetable and the relays of a chain: for quicknet those in this script, otherwise those that this site names. */
function known(chain) {
  if (chain === QUICKNET.chain) return { timetable: QUICKNET, relays: RELAYS };
  const { genesis, period, relays } = box.dataset;
  if (!relays) throw new Error('it goes by a private chain that this site does not use any more.');
  return { timetable: { genesis: Number(genesis), period: Number(period) }, relays: relays.split(' ') };
}

/** The result of a step, as a text: a moment, entries, or a hash. */
function told(found) {
  if (Array.isArray(found)) return found.map(({ number, handle }) => `#${number} @${handle}`).join(', ') || 'none';
  return found instanceof Date && found.getTime() ? found.toISOString() : String(found);
}

function show(part, right, words, ...found) {
  part('steps').append(element('li', {}, `${right ? '✓' : '✗'} ${words}`, ...found));
}

async function check(part) {
  part('steps').replaceChildren();
  part('verdict').textContent = 'Checking…';
  try {
    const answer = await fetch(box.dataset.json, { signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
    const draw = await answer.json();
    const { timetable, relays } = known(draw.chain);
    const steps = [checkShown(draw, box.dataset), ...(await checkDraw(draw, timetable))];
    for (const { name, found, right } of steps) {
      show(part, right, `${STEPS[name]}: `, element('code', {}, told(found)));
    }
    const answers = await Promise.all(relays.map((relay) => askRelay(relay, draw)));
    const isQuicknet = draw.chain === QUICKNET.chain;
    const whose = isQuicknet ? '' : 'This site’s own relay ';
    relays.forEach((relay, at) =>
      show(part, answers[at] === 'same', `${whose}${new URL(relay).host} ${ANSWERS[answers[at]]}`),
    );
    part('verdict').textContent = judge(steps, answers, isQuicknet);
  } catch (error) {
    part('verdict').textContent = `This draw could not be checked: ${error.message}`;
  }
}

if (box) {
  const part = parts(box);
  box.hidden = false;
  if (canCheck()) part('check-now').addEventListener('click', () => busy(box, check(part)));
  else {
    part('check-now').disabled = true;
    part('verdict').textContent = 'Browsers only check pages that came over HTTPS. Use the programs below.';
  }
}
if (locked) {
  const { chain, round, roundAt } = locked.dataset;
  locked.append(...knownAlready({ chain, round: Number(round), round_at: roundAt }));
}
