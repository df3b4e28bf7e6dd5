// The keys of sellers, on all their pages: a letter or a sign each. They move the focus and press what has it, do
// nothing while someone types, and can be turned off.

import './counters.js';
import './page.js';
import './tabs.js';

const KEY = 'waffle.keys';
const ROWS = '.debtors > li, .spots tbody tr, .admin-card, .found-line, #ticked .check';
const TICK = '[type="checkbox"]:enabled';
const PAY = ':is([data-pay], [data-act="pay"]):not([hidden], [aria-busy])';
/** Where people write. */
const WRITTEN = 'input:not([type="checkbox"], [type="radio"]), textarea';

const list = document.querySelector('[data-keys]');
const box = list.querySelector('[data-keys-on]');
const opener = document.querySelector('[data-keys-open]');
const search = document.querySelector('main [type="search"]');

function focus(control) {
  control?.focus();
  return control;
}

const focusedRow = () => document.activeElement?.closest(ROWS);

/** What has the focus of a row: its first link or button, or else its checkbox. */
const headOf = (row) => row?.querySelector('a, button') ?? row?.querySelector(TICK);

/** Moves the focus to a row nearby. */
function move(step) {
  const rows = [...document.querySelectorAll(ROWS)].filter((row) => !row.hidden && headOf(row));
  focus(headOf(rows[rows.indexOf(focusedRow()) + step]));
}

/** Presses what the focused row has. */
function press(css) {
  focus(focusedRow()?.querySelector(css))?.click();
}

/** Whether a field holds something else than what the page came with. */
function isChanged({ type, checked, defaultChecked, options, value, defaultValue }) {
  if (type === 'checkbox' || type === 'radio') return checked !== defaultChecked;
  if (!options) return value !== defaultValue;
  const given = [...options].find((option) => option.defaultSelected) ?? options[0];
  return given?.selected === false;
}

/** Opens the form of a new waffle, unless another form on this page would lose what was typed, ticked or chosen. */
function openNew() {
  const fields = [...document.querySelectorAll('main :is(input, textarea, select)')];
  // A search that was not sent is no loss.
  const others = fields.filter(({ form }) => !form?.contains(search));
  if (!others.some(isChanged)) location.assign('/admin/waffles/new');
}

const ACTIONS = new Map([
  ['n', openNew],
  ['j', () => move(1)],
  ['k', () => move(-1)],
  ['x', () => press(TICK)],
  ['p', () => press(PAY)],
  ['?', () => list.showModal()],
]);
// Where there is no search, the key is the browser's.
if (search) ACTIONS.set('/', () => focus(search));

try {
  box.checked = localStorage.getItem(KEY) !== 'off';
} catch {
  // Without storage, they are on until they are turned off, on each page.
  box.checked = true;
}

box.addEventListener('change', () => {
  try {
    localStorage.setItem(KEY, box.checked ? 'on' : 'off');
  } catch {
    // It holds for this page.
  }
});

list.querySelector('[data-keys-close]').addEventListener('click', () => list.close());
opener.addEventListener('click', () => list.showModal());
opener.hidden = false;

addEventListener('keydown', (event) => {
  const { key, target } = event;
  const action = ACTIONS.get(key);
  if (!action || !box.checked || event.defaultPrevented || event.isComposing) return;
  if (event.ctrlKey || event.altKey || event.metaKey || list.open) return;
  if (target.isContentEditable || target.closest?.(`${WRITTEN}, select`)) return;
  // A key that is held down moves on, and does nothing else twice.
  if (event.repeat && key !== 'j' && key !== 'k') return;
  event.preventDefault();
  action();
});
