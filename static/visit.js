// Small things of a visit: building elements, the remembered handle, spoken summaries.

const KEY = 'waffle.handle';

/** Makes an element with properties and children. */
export function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** Keeps the handle on this device, where the browser lets us. */
export function remember(handle) {
  try {
    localStorage.setItem(KEY, handle);
  } catch {
    // Some in-app browsers have no storage.
  }
}

/** The handle used last on this device, or an empty string. */
export function remembered() {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

/** Sums changes up for screen readers: at most one sentence every four seconds. */
export function announcer(region, ending) {
  let changes = [];
  let timer = 0;
  const flush = () => {
    timer = 0;
    const claimed = changes.filter(({ letter }) => letter === 'p');
    const freed = changes.length - claimed.length;
    const words = [];
    if (claimed.length === 1) words.push(`Spot ${claimed[0].number} claimed by @${claimed[0].handle}.`);
    else if (claimed.length) words.push(`${claimed.length} spots claimed.`);
    if (freed) words.push(`${freed} ${freed === 1 ? 'spot' : 'spots'} free again.`);
    changes = [];
    region.textContent = [...words, ending()].join(' ');
  };
  const announce = (letter, number, handle) => {
    changes.push({ letter, number, handle });
    timer ||= setTimeout(flush, 4_000);
  };
  announce.now = (words) => {
    region.textContent = words;
  };
  return announce;
}
