// What every page has: local times, copy buttons, the sum on the form of a waffle.

import { money } from './numbers.js';
import { remembered } from './visit.js';

document.documentElement.classList.add('js');

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const MINUTE = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });

/** Writes a `<time data-time>` in the visitor's own time zone. */
export function localTime(element) {
  const at = new Date(element.dateTime);
  if (!Number.isNaN(at.getTime())) element.textContent = (element.dataset.time === 'date' ? DAY : MINUTE).format(at);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages on plain HTTP have no clipboard.
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}

async function onCopy(button) {
  const text = button.dataset.copy;
  if ('share' in button.dataset && navigator.share) {
    await navigator.share({ title: document.title, url: text }).catch(() => {});
    return;
  }
  const label = (button.dataset.label ??= button.textContent);
  button.textContent = (await copy(text)) ? 'Copied' : 'Select and copy it';
  setTimeout(() => (button.textContent = label), 2_000);
}

document.querySelector('.parts [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
for (const element of document.querySelectorAll('time[data-time]')) localTime(element);
for (const button of document.querySelectorAll('[data-copy]')) button.hidden = false;
document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-copy]');
  if (button) onCopy(button);
});

const find = document.querySelector('[data-find] input');
if (find) find.value ||= remembered();

const form = document.querySelector('[data-waffle-form]');
if (form) {
  const line = form.querySelector('[data-full-sum]');
  const decimals = Number(form.dataset.decimals);
  const show = () => {
    const spots = Number(form.dataset.total ?? form.elements.total_spots.value);
    const price = Math.round(Number(form.elements.spot_price.value.replace(',', '.')) * 10 ** decimals);
    line.hidden = !(Number.isInteger(spots) && spots > 1 && price > 0);
    line.textContent = `A full board is worth ${money(spots * price, { symbol: form.dataset.symbol, decimals })}.`;
  };
  form.addEventListener('input', show);
  show();
}
