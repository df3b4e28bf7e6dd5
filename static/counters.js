// How many characters a field holds, and how many it may hold.

import { say } from './words.js';

for (const line of document.querySelectorAll('[data-counter]')) {
  const field = document.getElementById(line.dataset.counter);
  const count = () => {
    line.textContent = say('field-characters', { count: field.value.length, most: field.maxLength });
  };
  field.addEventListener('input', count);
  line.hidden = false;
  count();
}
