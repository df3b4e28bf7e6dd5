// The service worker: without a connection, it shows a page that says so. It keeps that page alone, so that no other
// one is ever old.

/** In its place, the server writes the address of the page's current edition: see src/pages/offline.rs. */
const PAGE = '/offline';

/** Keeps the page and the files that it names. */
async function keep() {
  const cache = await caches.open(PAGE);
  await cache.add(PAGE);
  const page = await (await cache.match(PAGE, { ignoreVary: true })).text();
  await cache.addAll([...new Set(page.match(/\/static\/[^"#]+/g))]);
}

/** Deletes what earlier editions kept. */
async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== PAGE).map((name) => caches.delete(name)));
}

/** Reads a page from the network, which the browser may have asked while this worker started. */
async function read({ preloadResponse, request }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return (await caches.match(PAGE, { ignoreVary: true })) ?? Response.error();
  }
}

/** Reads a static file, of which the page without a connection has a copy. */
async function readFile(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request, { ignoreVary: true })) ?? Response.error();
  }
}

/** Says what the browser may ask for before this worker has started; it goes on without what it doesn't know. */
function route(event, urlPattern, source) {
  event.addRoutes?.({ condition: { urlPattern }, source })?.catch(() => {});
}

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(keep());
  // Browsers that don't know routes ask twice for what is opened there.
  route(event, '/api/*', 'network');
  // Where the network fails, the browser takes what this worker answers.
  route(event, '/static/*', 'race-network-and-fetch-handler');
});

addEventListener('activate', (event) => {
  // Without routes, addresses of the API would be asked twice.
  const preload = self.InstallEvent?.prototype.addRoutes && registration.navigationPreload?.enable();
  event.waitUntil(Promise.all([forgetOthers(), preload]));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(read(event));
  else if (pathname.startsWith('/static/')) event.respondWith(readFile(request));
});
