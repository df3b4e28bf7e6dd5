// Finding, making and drawing elements.

/** Finds the parts of a page: `parts(page)('left')` is its first `[data-left]`, or null. */
export function parts(root) {
  return (name) => root.querySelector(`[data-${name}]`);
}

/** Makes an element with properties and children. */
export function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** Wraps `draw` so that it runs once before the next frame, however often it is called. */
export function oncePerFrame(draw) {
  let asked = 0;
  return () => {
    asked ||= requestAnimationFrame(() => {
      asked = 0;
      draw();
    });
  };
}

/** Marks an element as busy until `work` is done, and passes its result on. */
export async function busy(element, work) {
  element.setAttribute('aria-busy', 'true');
  try {
    return await work;
  } finally {
    element.removeAttribute('aria-busy');
  }
}
