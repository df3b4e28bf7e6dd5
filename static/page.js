// Shared by every page: local times and copy buttons.

import { remembered } from './handle.js';
import { DECIMAL, say } from './words.js';

document.documentElement.classList.add('js');

/** A format for moments in a time zone, to be taken apart. */
function digitsIn(timeZone) {
  return new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  });
}

/** The one for the time zone in the signed-in seller's settings, or else for the visitor's own. */
function ownDigits() {
  try {
    return digitsIn(document.documentElement.dataset.zone);
  } catch {
    // This browser does not know that zone.
    return digitsIn();
  }
}

const DIGITS = ownDigits();

/** The time zone of this page's times. */
export const ZONE = DIGITS.resolvedOptions().timeZone;

/** What clocks in that time zone show at a moment, in digits: `year`, `month`, `day`, `hour`, and on to `hundredth`. */
export function clocksAt(at) {
  const parts = DIGITS.formatToParts(at).map(({ type, value }) => [type, value]);
  return { ...Object.fromEntries(parts), hundredth: at.toISOString().slice(20, 22) };
}

const KEYS = { date: 'moment-day', zone: 'moment-there' };

/**
 * Writes what clocks show the way the server writes it: "20 Nov 2026, 17:44"; with `how` as `seconds` "17:44:09", and
 * as `hundredths` "17:44:09.42"; as `date` without the hour, and as `zone` with the day of the week and the place that
 * the time zone is named after.
 */
export function writeMoment({ year, month, day, hour, minute, second, hundredth }, how, zone = ZONE) {
  const exact = { seconds: `:${second}`, hundredths: `:${second}${DECIMAL}${hundredth}` };
  const name = (names, place) => names.split(' ')[place];
  const weekday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7;
  return say(KEYS[how] ?? 'moment-local', {
    weekday: name(say('moment-weekdays'), weekday),
    day: String(Number(day)),
    month: name(say('moment-months'), month - 1),
    year,
    time: `${hour}:${minute}${exact[how] ?? ''}`,
    city: zone.split('/').pop().replaceAll('_', ' '),
  });
}

/** Writes a `<time data-time>` in that time zone. */
export function localTime(element) {
  const at = new Date(element.dateTime);
  if (!Number.isNaN(at.getTime())) element.textContent = writeMoment(clocksAt(at), element.dataset.time);
}

/** Copies a text, and returns whether that worked. */
export async function copyText(text) {
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
    return navigator.share({ title: document.title, url: text }).catch(() => {});
  }
  const label = (button.dataset.label ??= button.textContent);
  button.textContent = say((await copyText(text)) ? 'copy-done' : 'copy-failed');
  setTimeout(() => (button.textContent = label), 2_000);
}

for (const element of document.querySelectorAll('time[data-time]')) localTime(element);
for (const button of document.querySelectorAll('[data-copy]')) {
  // One that only shares has another next to it that copies.
  button.hidden = button.dataset.share === 'only' && !navigator.share;
}
document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-copy]');
  if (button) onCopy(button);
});

const find = document.querySelector('[data-find] input');
if (find) find.value ||= remembered();

// In-app browsers may have none, or refuse it.
addEventListener('load', () => navigator.serviceWorker?.register('/sw.js').catch(() => {}));
