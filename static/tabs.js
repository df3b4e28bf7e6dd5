// Rows of links that are wider than a phone: scrolls to the current one, and fades an end that has more behind it.

for (const row of document.querySelectorAll('.tabs')) {
  const current = row.querySelector('[aria-current]');
  if (current) {
    const [here, whole] = [current.getBoundingClientRect(), row.getBoundingClientRect()];
    row.scrollLeft += here.left + here.width / 2 - whole.left - whole.width / 2;
  }
  const fade = () => {
    // It is negative in a row that runs from right to left.
    const before = Math.abs(row.scrollLeft);
    row.toggleAttribute('data-before', before > 4);
    row.toggleAttribute('data-after', row.scrollWidth - row.clientWidth - before > 4);
  };
  row.addEventListener('scroll', fade, { passive: true });
  new ResizeObserver(fade).observe(row);
}
