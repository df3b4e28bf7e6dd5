// The buyer's social handle.

const KEY = 'waffle.handle';

/** The address of a profile. */
const PROFILE = /^(?:\w+:\/\/)?[a-z\d.-]+\.[a-z\d]{2,}\/([^/?#]+)\/*(?:[?#].*)?$/i;

/** What is left of it, unless its query names the profile. */
const ofProfile = (whole, name) => (name.endsWith('.php') ? whole : name);

const bare = (text) => text.trim().replace(PROFILE, ofProfile).replace(/^@+/, '').toLowerCase();

/** The key of what is wrong with a handle by the server's rule, or an empty string. */
export function handleFault(text) {
  const handle = bare(text);
  if (!handle) return 'fault-handle-missing';
  if (!/^[a-z0-9._-]+$/.test(handle)) return 'fault-handle-letters';
  return handle.length > 64 ? 'fault-handle-long' : '';
}

/** Normalizes a handle, also from the address of a profile; an empty string when it is not one. */
export const normalHandle = (text) => (handleFault(text) ? '' : bare(text));

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
