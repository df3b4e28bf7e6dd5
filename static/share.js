// The share editor: the preview follows the message, and the message goes where the seller posts.

import './keys.js';
import { post } from './api_client.js';
import { busy, parts } from './elements.js';
import { sentenceOf } from './refusals.js';
import { LANGUAGE, say } from './words.js';

const form = document.querySelector('[data-share-form]');
const message = form.elements.message;
const template = form.querySelector('[data-template]');
const preview = document.querySelector('[data-preview]');
const error = document.querySelector('[data-preview-error]');
const copyButton = document.querySelector('[data-copy-message]');
const shareButton = document.querySelector('[data-share-message]');

const PAUSE = 250;
/** What a code means here. */
const OWN = { not_found: 'refusal-no-waffle' };
let asked = 0;
let timer;

function show(text) {
  preview.textContent = text.trim() && text;
  copyButton.dataset.copy = text;
}

async function render() {
  const turn = ++asked;
  let problem = '';
  try {
    const path = `/api/admin/waffles/${form.dataset.id}/share-message/render`;
    const { status, data } = await post(path, { message: message.value, lang: LANGUAGE });
    if (turn !== asked) return;
    if (typeof data.message === 'string') show(data.message);
    else problem = status === 401 ? say('share-sign-in') : (sentenceOf(data, OWN) ?? say('share-unreachable'));
  } catch {
    if (turn !== asked) return;
    problem = say('share-unreachable');
  }
  error.textContent = problem;
  error.hidden = !problem;
}

function renderSoon() {
  clearTimeout(timer);
  timer = setTimeout(render, PAUSE);
}

/** The text of the chosen template. */
const words = () => template.selectedOptions[0]?.dataset.body ?? '';

/** Whether the message is empty or an unchanged template, so that replacing it loses nothing of the seller's own. */
const untouched = () => {
  const text = message.value.trim();
  return !text || [...template.options].some((option) => option.dataset.body.trim() === text);
};

function useTemplate() {
  message.value = words();
  message.dispatchEvent(new Event('input'));
  clearTimeout(timer);
  render();
}

message.addEventListener('input', renderSoon);
template.addEventListener('change', () => {
  if (untouched()) useTemplate();
});
form.querySelector('[data-use-template]').addEventListener('click', (event) => {
  event.preventDefault();
  useTemplate();
  message.focus();
});
// With scripts, the preview is always there.
form.querySelector('[data-preview-button]').hidden = true;

// The cards: the picture itself goes to the clipboard, or to another app.

const picture = async ({ src }) => (await fetch(src)).blob();

/** Does `work` and shows the result on the button. */
async function tell(button, work, done) {
  const label = (button.dataset.label ??= button.textContent);
  try {
    await busy(button, work());
    button.textContent = done;
  } catch (problem) {
    // A user who closes the list of apps needs no message.
    if (problem.name === 'AbortError') return;
    button.textContent = say('share-failed');
  }
  setTimeout(() => (button.textContent = label), 2_000);
}

for (const card of document.querySelectorAll('[data-card]')) {
  const part = parts(card);
  const shown = card.querySelector('img');
  const file = (bits) => new File(bits, card.dataset.card, { type: 'image/png' });
  if (navigator.clipboard?.write && window.ClipboardItem) {
    part('copy-card').hidden = false;
    part('copy-card').addEventListener('click', ({ target }) => {
      // Some browsers want the item at the tap, and the picture whenever it is there.
      const item = () => new ClipboardItem({ 'image/png': picture(shown) });
      tell(target, () => navigator.clipboard.write([item()]), say('copy-done'));
    });
  }
  if (navigator.canShare?.({ files: [file([])] })) {
    part('share-card').hidden = false;
    part('share-card').addEventListener('click', ({ target }) => {
      const share = async () => navigator.share({ files: [file([await picture(shown)])], text: preview.textContent });
      tell(target, share, say('share-done'));
    });
  }
}

if (navigator.share) {
  shareButton.hidden = false;
  shareButton.addEventListener('click', () => navigator.share({ text: preview.textContent }).catch(() => {}));
}
