// Reloads a page that no message can bring up to date.

/** How long the next page may take to come. */
const LEAVING = 10_000;
let left = -LEAVING;
// Not every browser signals that it leaves a page.
for (const name of ['submit', 'beforeunload']) {
  addEventListener(name, (event) => {
    if (!event.defaultPrevented) left = performance.now();
  });
}

/** Reloads the page, unless a form or a link is already leading to another one. */
export function reload() {
  const rest = left + LEAVING - performance.now();
  if (rest > 0) setTimeout(reload, rest);
  else location.reload();
}
