// The form of a waffle: what a full board is worth, and when it opens, in a time zone that is named.

import { money } from './numbers.js';
import { ZONE, writeMoment } from './page.js';

const form = document.querySelector('[data-waffle-form]');
const sum = form.querySelector('[data-full-sum]');
const told = form.querySelector('[data-opens]');
const decimals = Number(form.dataset.decimals);
const { opens_at: opens, zone } = form.elements;

/** Formats a moment in a zone, to be taken apart. */
function inZone(timeZone) {
  return new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  });
}

/** The local time of a moment as the field holds it, with seconds only if there are some. */
function fieldValue(at) {
  const parts = inZone(ZONE).formatToParts(at);
  const { hour, minute, second } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, year: 'numeric', month: '2-digit', day: '2-digit' });
  return `${day.format(at)}T${hour}:${minute}${second === '00' ? '' : `:${second}`}`;
}

function showSum() {
  const spots = Number(form.dataset.total ?? form.elements.total_spots.value);
  // Between thousands a comma, elsewhere a mistyped decimal point.
  const typed = form.elements.spot_price.value.replace(/,(?=\d{3}(?:[,.]|$))/g, '').replace(',', '.');
  const price = Math.round(Number(typed) * 10 ** decimals);
  sum.hidden = !(Number.isInteger(spots) && spots > 1 && price > 0);
  sum.textContent = `A full board is worth ${money(spots * price, { symbol: form.dataset.symbol, decimals })}.`;
}

function showOpening() {
  // The local time, whatever the zone.
  const wall = new Date(`${opens.value}Z`);
  told.hidden = Number.isNaN(wall.getTime());
  if (!told.hidden) told.textContent = `Opens ${writeMoment(wall, 'zone', zone.value || 'UTC', inZone('UTC'))}`;
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
showSum();
showOpening();
