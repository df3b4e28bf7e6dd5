// The list of single spots on the seller's page of a waffle.

import { busy, element } from './elements.js';
import { money, writeNumbers } from './numbers.js';
import { localTime } from './page.js';
import { sellersWord } from './states.js';
import { say } from './words.js';

const FULL_PAGE = 200;
/** Keeps the line of a time that is not known yet. */
const NO_BREAK_SPACE = '\u00a0';

/** Keeps the rows as the board is, and lets the seller mark spots paid and release them. */
export function spotRows({ page, part, id, price, currency, send, flash, applySpot }) {
  const rows = part('rows');
  const form = part('spots');
  const { filter } = page.dataset;
  const bulk = part('bulk');

  function rowOf(number) {
    return rows.querySelector(`[data-number="${number}"]`);
  }

  function addRow(spot) {
    if (rows.childElementCount >= FULL_PAGE) return null;
    const row = document.getElementById('spot-row').content.firstElementChild.cloneNode(true);
    row.dataset.spot = spot.id;
    row.dataset.number = spot.number;
    const link = row.querySelector('.cell-number a');
    link.textContent = spot.number;
    link.href = `/admin/waffles/${id}/history?spot=${spot.number}`;
    const box = row.querySelector('input');
    box.value = spot.id;
    const number = String(spot.number);
    box.setAttribute('aria-label', say('spots-select', { number }));
    for (const button of row.querySelectorAll('[data-act]')) {
      const { act } = button.dataset;
      button.formAction = `/admin/waffles/${id}/spots/${spot.id}/${act}`;
      button.setAttribute('aria-label', say(act === 'pay' ? 'spots-mark-paid-spot' : 'spots-release-spot', { number }));
    }
    const after = [...rows.children].find((other) => Number(other.dataset.number) > spot.number);
    rows.insertBefore(row, after ?? null);
    return row;
  }

  function name(row, spot) {
    const handle = spot.claimed_by_handle;
    row.querySelector('[data-handle]').textContent = handle ? `@${handle}` : '';
    // A form that is sent names the buyer that the row shows.
    let shown = row.querySelector('[name="shown"]');
    if (!shown && handle) {
      shown = element('input', { type: 'hidden', name: 'shown' });
      row.querySelector('.cell-check').append(shown);
    }
    if (shown) shown.value = `${spot.id}:${handle ?? ''}`;
  }

  function paint(row, spot, letter) {
    row.dataset.s = letter;
    const words = row.querySelector('[data-words]');
    words.dataset.s = letter;
    words.textContent = sellersWord(letter);
    name(row, spot);
    row.querySelector('[data-act="pay"]').hidden = letter !== 'p';
    row.querySelector('[data-act="release"]').hidden = letter !== 'p' && letter !== 'd';
    const box = row.querySelector('input');
    box.hidden = box.disabled = letter !== 'p' || !bulk;
    if (letter !== 'p') box.checked = false;
    // A message does not say when it was; the page that is read after it does, if it lists the spot.
    row.querySelector('[data-when]').textContent = letter === 'p' || letter === 'd' ? NO_BREAK_SPACE : '';
    row.removeAttribute('data-fresh');
    requestAnimationFrame(() => row.setAttribute('data-fresh', ''));
  }

  async function pay(button) {
    const row = button.closest('tr');
    const { spot, number } = row.dataset;
    // A message that comes before the answer hides the button, which loses the focus.
    const focused = document.activeElement === button;
    const answer = await busy(button, send(`/api/admin/spots/${spot}/pay`, {}));
    if (answer.failed) return flash(true, say('rows-failed', { number, why: answer.failed }));
    applySpot(answer.spot);
    flash(false, say('said-spot-paid', { numbers: number }));
    const moved = ![button, document.body].includes(document.activeElement);
    if (focused && !moved) (row.querySelector('[data-act]:not([hidden])') ?? row.querySelector('th')).focus?.();
  }

  const handleOf = (row) => row.querySelector('[data-handle]').textContent;
  const ticked = () => [...rows.querySelectorAll('input:checked')];

  /** Asks before a spot is released that can't be assigned again, or not as what it is: paid. */
  function mayRelease(row) {
    if (bulk && row.dataset.s === 'p') return true;
    return confirm(say('rows-release-sure', { number: row.dataset.number, handle: handleOf(row) }));
  }

  /** Asks before the selected spots are released, if they are several buyers': no single claim assigns them again. */
  function mayReleaseSelected() {
    const boxes = ticked();
    if (!boxes.length) flash(true, say('said-select-first'));
    const buyers = new Set(boxes.map((box) => handleOf(box.closest('tr'))));
    return buyers.size === 1 || (buyers.size > 1 && confirm(say('rows-release-selected', { count: boxes.length })));
  }

  async function payAll() {
    const ids = ticked().map((box) => Number(box.value));
    if (!ids.length) return flash(true, say('said-select-first'));
    const answer = await busy(part('bulk-pay'), send(`/api/admin/waffles/${id}/spots/pay`, { spot_ids: ids }));
    if (answer.failed) return flash(true, answer.failed);
    answer.paid.forEach(applySpot);
    const skipped = answer.skipped.length ? [say('rows-skipped', { count: answer.skipped.length })] : [];
    const numbers = answer.paid.map(({ number }) => number);
    const key = numbers.length ? 'said-marked-paid' : 'said-nothing-paid';
    const marked = say(key, { numbers: writeNumbers(numbers) });
    flash(numbers.length === 0, [marked, ...skipped].join(' '));
    showSelected();
  }

  /** The boxes of the pending spots that are listed. */
  function payable() {
    return [...rows.querySelectorAll('input[name="spot_ids"]:not([disabled])')];
  }

  function showSelected() {
    if (!bulk) return;
    const boxes = payable();
    const selected = boxes.filter((box) => box.checked).length;
    const all = part('select-all');
    all.checked = selected > 0 && selected === boxes.length;
    all.indeterminate = selected > 0 && selected < boxes.length;
    all.disabled = boxes.length === 0;
    part('bulk-pay').textContent = selected
      ? say('rows-mark', { count: selected, sum: money(selected * price, currency) })
      : say('spots-mark-selected');
    part('bulk-pay').setAttribute('aria-disabled', selected === 0);
  }

  form.addEventListener('submit', (event) => {
    const button = event.submitter;
    const { act, bulkRelease } = button?.dataset ?? {};
    const release = act === 'release' || bulkRelease !== undefined;
    // The page comes back with a message that has the undo.
    if (release && (act ? mayRelease(button.closest('tr')) : mayReleaseSelected())) return;
    event.preventDefault();
    if (release) return;
    if (act) pay(button);
    else payAll();
  });
  rows.addEventListener('change', showSelected);
  if (bulk) {
    part('all').hidden = false;
    part('select-all').addEventListener('change', ({ target }) => {
      for (const box of payable()) box.checked = target.checked;
      showSelected();
    });
    showSelected();
  }

  return {
    /** Shows a spot whose state has a letter; `changed` says whether it had another one. */
    show(spot, letter, changed) {
      let row = rowOf(spot.number);
      if (!row && changed && filter === spot.status) row = addRow(spot);
      if (row && (row.dataset.s !== letter || changed)) paint(row, spot, letter);
      else if (row) name(row, spot);
    },
    /** Shows since when spots have their status, as a page says it that was read after they changed. */
    refresh(find) {
      for (const fresh of find('rows').children) {
        const [row, time] = [rowOf(fresh.dataset.number), fresh.querySelector('time')];
        const when = row?.querySelector('[data-when]');
        const shown = when?.querySelector('time')?.dateTime;
        if (!time || row?.dataset.s !== fresh.dataset.s || shown === time.dateTime) continue;
        when.replaceChildren(document.adoptNode(time));
        localTime(time);
      }
    },
    counted() {
      part('none').hidden = rows.childElementCount > 0;
      showSelected();
    },
  };
}
