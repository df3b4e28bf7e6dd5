// The buyer's social handle.

const KEY = 'waffle.handle';

/** Normalizes a handle by the server's rule; an empty string when it is not one. */
export function normalHandle(text) {
  const handle = text.trim().replace(/^@+/, '').toLowerCase();
  return /^[a-z0-9._-]{1,64}$/.test(handle) ? handle : '';
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
