// The page without a connection, at the address of the page that was wanted.

import './page.js';
import { element } from './elements.js';
import { inLine, savedReceipts } from './saved_receipts.js';

const place = document.querySelector('[data-receipts]');
// Links would lead to this page again.
const rows = savedReceipts().map(({ title, numbers }) =>
  element('li', {}, element('b', { dir: 'auto' }, title), ' ', inLine(numbers)),
);
place.querySelector('ul').append(...rows);
place.hidden = rows.length === 0;

addEventListener('online', () => location.reload());
