// Picking winners: ticks and typed numbers say the same, in the order of the picking.

import { element } from './visit.js';

const form = document.querySelector('[data-picker]');
const field = form?.elements.winning_spot_numbers;
const list = form?.querySelector('[data-candidates]');
const items = Number(form?.dataset.items);

const numbers = () => field.value.split(/[\s,;#]+/).filter(Boolean);

function show() {
  const picked = new Set(numbers());
  for (const box of list?.querySelectorAll('input') ?? []) box.checked = picked.has(box.value);
  const words = form.querySelector('[data-picked]');
  if (words) words.textContent = picked.size ? `${picked.size} of ${items} picked.` : '';
}

function pick(number, ticked) {
  const others = numbers().filter((other) => other !== number);
  // One winner: the last tap counts.
  if (ticked && items === 1) field.value = number;
  else field.value = (ticked ? [...others, number] : others).join(', ');
  show();
}

/** Follows a spot: it can win while it is paid. */
export function candidate(number, paid, handle) {
  if (!list) return;
  const row = list.querySelector(`input[value="${number}"]`)?.closest('label');
  if (!paid && row) {
    row.remove();
    pick(String(number), false);
  } else if (paid && !row) {
    const box = element('input', { type: 'checkbox', name: 'winner', value: number });
    const fresh = element('label', { className: 'candidate' }, box, element('b', {}, number), ' ', element('span', {}, `@${handle}`));
    const after = [...list.children].find((other) => Number(other.querySelector('input').value) > number);
    list.insertBefore(fresh, after ?? null);
  }
  form.querySelector('[data-no-candidates]').hidden = list.childElementCount > 0;
}

if (form) {
  const ticked = [...(list?.querySelectorAll('input:checked') ?? [])].map((box) => box.value);
  field.value = [...new Set([...numbers(), ...ticked])].join(', ');
  field.addEventListener('input', show);
  list?.addEventListener('change', ({ target }) => pick(target.value, target.checked));
  show();
}
