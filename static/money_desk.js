// The money desk on the seller's page of a waffle: buyers, what they owe, and one press that marks it paid.

import { busy, element } from './elements.js';
import { money, parseNumbers, writeNumbers } from './numbers.js';
import { localTime } from './page.js';
import { say } from './words.js';

/** How long a payment can be undone with one press. */
const UNDO = 10_000;
/** Rows keep their positions until there has been no touch for this long, so that none moves under a thumb. */
const IDLE = 10_000;
/** The most spots that one call names. For more, the form is used, whose buttons name them too. */
const MOST = 3_000;
/** A second press of an impatient thumb does not take the first one back. */
const BOUNCE = 500;

/** Keeps the buyers as the server knows them. */
export function moneyDesk({ page, part, id, price, currency, send, flash, applySpot, readSoon, readAnew }) {
  const desk = part('desk');
  const list = part('debtors');
  const search = part('desk-search');
  const total = Number(page.dataset.total);
  const ahead = Date.parse(desk.dataset.now) - Date.now();
  const rowOf = (handle) => list.querySelector(`[data-buyer="${CSS.escape(handle)}"]`);
  /** The rows as the server sent them, by handle. */
  const sent = new Map([...list.children].map((row) => [row.dataset.buyer, row.cloneNode(true)]));
  /** The handles as the server orders them. */
  let order = [];
  let sorting = 0;
  let touched = 0;
  for (const kind of ['pointerdown', 'keydown', 'scroll']) {
    addEventListener(kind, () => (touched = Date.now()), { passive: true });
  }

  function countDown(row) {
    for (const time of row.querySelectorAll('[data-left]')) {
      const left = Date.parse(time.dateTime) - Date.now() - ahead;
      const minutes = Math.ceil(left / 60_000);
      // Only whole ones count: of 2:40, two hours are left.
      const [hours, days] = [Math.floor(left / 3_600_000), Math.floor(left / 86_400_000)];
      const longer = hours < 49 ? say('desk-hours-left', { hours }) : say('desk-days-left', { days });
      time.textContent = hours < 1 ? say('desk-minutes-left', { minutes }) : longer;
      if (minutes <= 0) time.replaceWith(element('strong', { className: 'debtor-late' }, say('desk-overdue')));
    }
  }

  function show(row) {
    for (const time of row.querySelectorAll('time[data-time]')) localTime(time);
    countDown(row);
  }

  const namedBy = (button) => button.dataset.pay.split(',').map(Number);

  async function pay(button) {
    const row = button.closest('[data-buyer]');
    const handle = row.dataset.buyer;
    // The spots that the row shows: spots claimed since are not paid.
    const shown = { spot_ids: namedBy(button) };
    // A message about it may come before the answer: the row stays, so that it gets its undo.
    row.dataset.undo = '';
    const answer = await busy(button, send(`/api/admin/waffles/${id}/buyers/${handle}/pay`, shown));
    if (!answer.paid?.length) delete row.dataset.undo;
    if (answer.failed) {
      readSoon();
      return flash(true, say('desk-buyer-failed', { handle, why: answer.failed }));
    }
    if (!answer.paid.length) {
      flash(true, say('desk-owes-no-more', { handle }));
      return readAnew();
    }
    const focused = document.activeElement === button;
    answer.paid.forEach(applySpot);
    const undo = element('button', { type: 'button', className: 'button quiet small' }, say('manage-undo'));
    undo.setAttribute('aria-label', say('desk-undo-buyer', { handle }));
    const begun = Date.now();
    undo.addEventListener('click', () => {
      if (Date.now() - begun > BOUNCE) takeBack(undo, handle, answer.paid);
    });
    button.replaceWith(undo);
    if (focused) undo.focus();
    setTimeout(() => settle(handle, row), UNDO);
    const numbers = writeNumbers(answer.paid.map(({ number }) => number));
    const sum = money(answer.paid.length * price, currency);
    flash(false, say('desk-has-paid', { handle, sum, numbers }));
  }

  async function takeBack(button, handle, paid) {
    const path = `/api/admin/waffles/${id}/spots/unpay`;
    const answer = await busy(button, send(path, { spot_ids: paid.map((spot) => spot.id) }));
    if (answer.failed) return flash(true, say('desk-buyer-failed', { handle, why: answer.failed }));
    answer.unpaid.forEach(applySpot);
    flash(false, say('desk-undone', { handle, sum: money(answer.unpaid.length * price, currency) }));
    settle(handle, button.closest('[data-buyer]'));
  }

  /** Ends the time in which a payment can be undone. */
  function settle(handle, row) {
    if (!('undo' in row.dataset)) return;
    delete row.dataset.undo;
    sent.delete(handle);
    readAnew();
  }

  /** Orders the rows as soon as they may move. */
  function sort() {
    clearTimeout(sorting);
    // A row that was tapped has the focus too, but only a keyboard would lose its place.
    const wait = list.querySelector(':focus-visible') ? IDLE : touched + IDLE - Date.now();
    if (wait > 0) sorting = setTimeout(sort, wait);
    else list.append(...order.map(rowOf).filter(Boolean));
  }

  /** Replaces the row that is shown by the one that the server sent. */
  function renew(row, fresh) {
    const focus = row.contains(document.activeElement) && document.activeElement.localName;
    row.replaceWith(fresh);
    show(fresh);
    if (focus) (fresh.querySelector(focus) ?? fresh.querySelector('a')).focus();
  }

  part('buyers').addEventListener('submit', (event) => {
    // As parts of a path, handles of dots mean something else.
    const { buyer } = event.submitter.closest('[data-buyer]').dataset;
    if (/^\.+$/.test(buyer) || namedBy(event.submitter).length > MOST) return;
    event.preventDefault();
    pay(event.submitter);
  });
  search.addEventListener('submit', (event) => event.preventDefault());
  search.querySelector('button').hidden = true;
  search.addEventListener('input', () => {
    const typed = search.elements.search.value;
    const wanted = typed.trim().replace(/^@+/, '').toLowerCase();
    const { numbers } = parseNumbers(typed, total);
    const holds = (row) => {
      const held = parseNumbers(row.querySelector('.debtor-numbers').textContent, total).numbers;
      return numbers.some((number) => held.includes(number));
    };
    // The server knows of more, such as the spots that are paid.
    for (const row of list.children) row.hidden = !row.dataset.buyer.includes(wanted) && !holds(row);
    readSoon();
  });
  for (const row of list.children) show(row);
  setInterval(() => [...list.children].forEach(countDown), 10_000);

  return {
    show() {},
    counted() {},
    asks(parameters) {
      parameters.set('search', search.elements.search.value);
    },
    refresh(find) {
      const rows = [...find('debtors').children].map((row) => document.adoptNode(row));
      const listed = new Set(rows.map((row) => row.dataset.buyer));
      for (const row of [...list.children]) {
        if (!listed.has(row.dataset.buyer) && !('undo' in row.dataset)) row.remove();
      }
      const settled = [...list.children].find((row) => !('owes' in row.dataset));
      for (const fresh of rows) {
        const handle = fresh.dataset.buyer;
        const row = rowOf(handle);
        if (row && ('undo' in row.dataset || sent.get(handle)?.isEqualNode(fresh))) continue;
        sent.set(handle, fresh.cloneNode(true));
        if (row) renew(row, fresh);
        else list.insertBefore(fresh, 'owes' in fresh.dataset ? (settled ?? null) : null);
        if (!row) show(fresh);
      }
      order = [...listed];
      sort();
      for (const row of list.children) row.hidden = false;
      for (const name of ['no-debtors', 'desk-totals', 'desk-actions', 'desk-spot']) {
        const [shown, fresh] = [part(name), find(name)];
        // What has the focus stays if it is the same.
        if (!shown.isEqualNode(fresh)) shown.replaceWith(document.adoptNode(fresh));
      }
    },
  };
}
