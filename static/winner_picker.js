// Picking winners: the ticks and the typed numbers always say the same, in the order of picking.

import './keys.js';
import { element } from './elements.js';
import { sayNumbers } from './numbers.js';
import { say } from './words.js';

const form = document.querySelector('[data-picker]');
const field = form?.elements.winning_spot_numbers;
const list = form?.querySelector('[data-candidates]');
const items = Number(form?.dataset.items);

const plain = (part) => (/^\d+$/.test(part) ? String(Number(part)) : part);
const numbers = () => field.value.split(/[\s,;#]+/).filter(Boolean).map(plain);
const boxOf = (number) => list?.querySelector(`input[value="${CSS.escape(number)}"]`);

/** What is wrong with the numbers so far, or an empty string. The server checks them again. */
function problem(written, picked) {
  const odd = written.find((part) => !/^\d+$/.test(part));
  if (odd) return say('picker-odd', { part: odd });
  const unpaid = list ? [...picked].filter((number) => !boxOf(number)) : [];
  if (unpaid.length) {
    return say('picker-unpaid', { count: unpaid.length, numbers: sayNumbers(unpaid.map(Number)) });
  }
  const twice = written.find((number, at) => written.indexOf(number) !== at);
  if (twice) return say('picker-twice', { number: twice });
  const over = picked.size - items;
  return over > 0 ? say('picker-over', { count: picked.size, winners: items, over }) : '';
}

/** Whether the page still shows why the server refused these numbers: then no second error is needed. */
const refused = () => field.getAttribute('aria-invalid') === 'true';

function show() {
  const written = numbers();
  const picked = new Set(written);
  for (const box of list?.querySelectorAll('input') ?? []) box.checked = picked.has(box.value);
  if (refused()) return;
  const line = form.querySelector('[data-picked]');
  const wrong = problem(written, picked);
  line.toggleAttribute('data-wrong', Boolean(wrong));
  line.textContent = wrong || (picked.size ? say('picker-count', { count: picked.size, winners: items }) : '');
}

function pick(number, ticked) {
  const others = numbers().filter((other) => other !== number);
  // One winner: the last tap counts.
  if (ticked && items === 1) field.value = number;
  else field.value = (ticked ? [...others, number] : others).join(', ');
  show();
}

/** Adds a spot to the candidates when it is paid, and removes it when it no longer is. */
export function candidate(number, paid, handle) {
  if (!list) return;
  const row = boxOf(String(number))?.closest('label');
  if (!paid && row) {
    row.remove();
    pick(String(number), false);
  } else if (paid && !row) {
    const box = element('input', { type: 'checkbox', name: 'winner', value: number });
    const holder = element('span', {}, `@${handle}`);
    const fresh = element('label', { className: 'candidate' }, box, element('b', {}, number), ' ', holder);
    const after = [...list.children].find((other) => Number(other.querySelector('input').value) > number);
    list.insertBefore(fresh, after ?? null);
    show();
  }
  form.querySelector('[data-no-candidates]').hidden = list.childElementCount > 0;
}

if (form) {
  const ticked = [...(list?.querySelectorAll('input:checked') ?? [])].map((box) => box.value);
  field.value = [...new Set([...numbers(), ...ticked])].join(', ');
  form.addEventListener('input', () => {
    if (!refused()) return;
    field.removeAttribute('aria-invalid');
    document.getElementById('winning_spot_numbers-note').textContent = '';
    show();
  });
  field.addEventListener('input', show);
  list?.addEventListener('change', ({ target }) => pick(target.value, target.checked));
  show();
}
