// The texts of this page's scripts, in the page's language.

import { TEXTS } from './texts.js';

/** The language of the page, as `Intl` names it. */
export const LANGUAGE = document.documentElement.lang || 'en';

const COUNTS = new Intl.NumberFormat(LANGUAGE);
/** What stands before the decimals of a number: "." or ",". */
export const DECIMAL = COUNTS.formatToParts(0.5).find(({ type }) => type === 'decimal').value;
const PLURALS = new Intl.PluralRules(LANGUAGE);

/** Writes a count: "10,000", "10.000". */
export function tally(count) {
  return COUNTS.format(count);
}

const SPLIT = new Map();

/** The words of a text, and between them the names of its values. */
function split(text) {
  if (!SPLIT.has(text)) SPLIT.set(text, text.split(/\{(\w+)\}/));
  return SPLIT.get(text);
}

/** The parts of a text, with its values as `write` writes them. Complains of values that are not there. */
function parts(text, values, write) {
  if (Array.isArray(text)) return text.flatMap((part) => parts(part, values, write));
  const valueOf = (name) => {
    if (values[name] === undefined) console.error(`no value ${name} for`, text);
    return values[name];
  };
  if (typeof text === 'string') {
    const written = (value) => write(typeof value === 'number' ? tally(value) : value);
    return split(text).map((part, at) => (at % 2 ? written(valueOf(part)) : part));
  }
  const value = valueOf(text.v);
  const plural = typeof value === 'number' && PLURALS.select(value);
  return parts(text.of[value] ?? text.of[plural] ?? text.or, values, write);
}

/** Writes a text with its values: `say('news-left', { left: 3 })`. */
export function say(key, values = {}) {
  return parts(TEXTS[key], values, String).join('');
}

const TAG = /<(\w+)\/>|<(\w+)>(.*?)<\/\2>/;

/**
 * Writes a text into elements, and returns its nodes. A tag in the text, such as `<a>…</a>` or `<time/>`, is replaced
 * by the element in `elements` with its name, which gets what is between the tags.
 */
export function nodes(key, elements, values = {}) {
  // Values come in last, so that a tag in a value is no tag.
  const held = [];
  const hold = (value) => `\ue000${held.push(value) - 1}\ue001`;
  const release = (text) => text.replace(/\ue000(\d+)\ue001/g, (_, at) => held[at]);
  const made = [];
  let rest = parts(TEXTS[key], values, hold).join('');
  for (let tag = TAG.exec(rest); tag; tag = TAG.exec(rest)) {
    const [whole, empty, name, inner] = tag;
    const element = elements[empty ?? name];
    if (name) element.textContent = release(inner);
    made.push(release(rest.slice(0, tag.index)), element);
    rest = rest.slice(tag.index + whole.length);
  }
  return [...made, release(rest)].filter((node) => node !== '');
}
