// The form of a waffle: what a full board is worth, and when it opens, in a time zone that is named.

import './keys.js';
import { money, typedNumber } from './numbers.js';
import { ZONE, clocksAt, writeMoment } from './page.js';
import { showPhoto } from './photo.js';
import { say } from './words.js';

const form = document.querySelector('[data-waffle-form]');
const sum = form.querySelector('[data-full-sum]');
const told = form.querySelector('[data-opens]');
const decimals = Number(form.dataset.decimals);
const { opens_at: opens, zone } = form.elements;

/** The local time of a moment as the field holds it, with seconds only if there are some. */
function fieldValue(at) {
  const { year, month, day, hour, minute, second } = clocksAt(at);
  return `${year}-${month}-${day}T${hour}:${minute}${second === '00' ? '' : `:${second}`}`;
}

function showSum() {
  const spots = typedNumber(form.dataset.total ?? form.elements.total_spots.value);
  const price = Math.round(typedNumber(form.elements.spot_price.value) * 10 ** decimals);
  sum.hidden = !(Number.isInteger(spots) && spots > 1 && price > 0);
  if (sum.hidden) return;
  const worth = money(spots * price, { symbol: form.dataset.symbol, decimals });
  sum.textContent = say('form-worth', { sum: worth });
}

function showOpening() {
  told.hidden = Number.isNaN(Date.parse(`${opens.value}Z`));
  if (told.hidden) return;
  // The field holds local time, whatever the zone.
  const [year, month, day, hour, minute] = opens.value.split(/[-T:]/);
  const at = writeMoment({ year, month, day, hour, minute }, 'zone', zone.value || 'UTC');
  told.textContent = say('waffle-form-opens-at', { at });
}

// No zone in the settings: the device's is used, as for all times on this page.
if (!zone.value) {
  zone.value = ZONE;
  for (const name of form.querySelectorAll('[data-zone-name]')) name.textContent = ZONE;
  const { saved } = opens.dataset;
  if (saved && opens.value === opens.defaultValue) opens.value = fieldValue(new Date(saved));
}
form.addEventListener('input', showSum);
opens.addEventListener('input', showOpening);
showPhoto(form);
showSum();
showOpening();
