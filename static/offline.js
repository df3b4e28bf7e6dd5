// The page without a connection, at the address of the page that was wanted.

import './page.js';
import { linksToReceipts } from './saved_receipts.js';

const place = document.querySelector('[data-receipts]');
const links = linksToReceipts();
place.append(...links);
place.hidden = links.length === 0;

addEventListener('online', () => location.reload());
