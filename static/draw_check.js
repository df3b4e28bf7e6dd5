// The page of a draw: computes it again when asked to, asks the relays for the round, and says what it found.

import './page.js';
import { askRelay, canCheck, checkDraw } from './check_draw.js';
import { busy, element, parts } from './elements.js';

const STEPS = {
  entries: 'The entries have the published hash',
  randomness: 'The randomness is the hash of the signature',
  seed: 'The algorithm is the known one',
  winners: 'The winners follow from the entries and the round',
};
const ANSWERS = {
  same: 'has the same signature',
  other: 'has ANOTHER signature',
  not_yet: 'does not have the round',
  unknown: 'did not answer',
};
const PATIENCE = 10_000;

const box = document.querySelector('[data-check]');

function show(part, right, words) {
  part('steps').append(element('li', {}, `${right ? '✓' : '✗'} ${words}`));
}

async function compute(part, draw) {
  const steps = await checkDraw(draw);
  for (const { name, right } of steps) show(part, right, STEPS[name]);
  return steps.every(({ right }) => right);
}

async function ask(part, draw) {
  const relays = box.dataset.relays.split(' ').filter(Boolean);
  const answers = await Promise.all(relays.map((relay) => askRelay(relay, draw)));
  relays.forEach((relay, at) => show(part, answers[at] === 'same', `${new URL(relay).host} ${ANSWERS[answers[at]]}`));
  return answers;
}

function verdict(computed, answers) {
  const [same, other] = [answers.includes('same'), answers.includes('other')];
  if (computed && same && other) {
    return 'The winners follow from the entries and the round, but the relays disagree on it. Use the program below.';
  }
  if (!computed || other) return 'This draw does NOT hold.';
  if (!same) return 'The winners follow from the entries and the round, but no relay could confirm the round.';
  return 'This draw holds.';
}

async function check(part) {
  part('steps').replaceChildren();
  part('verdict').textContent = 'Checking…';
  try {
    const answer = await fetch(box.dataset.json, { signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
    const draw = await answer.json();
    const [computed, answers] = [await compute(part, draw), await ask(part, draw)];
    part('verdict').textContent = verdict(computed, answers);
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
    part('verdict').textContent = 'Browsers only check pages that came over HTTPS. Use the program below.';
  }
}
