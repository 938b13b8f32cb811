// Lets a inventory count that was opened in this browser go on without a network. The page registers it with the scope
// /admin/inventory-count/ (web/desk/inventory-count/use-offline-copy.ts); the build writes in its files (tools/build/worker.mjs), so
// that each build is another worker with its own cache. The API's answers pass it by.

/** @typedef {Event & { waitUntil: (work: Promise<unknown>) => void }} LifeEvent */
/** @typedef {Event & { request: Request; respondWith: (answer: Promise<Response>) => void }} FetchEvent */

/**
 * What the page is made of, its first script first.
 * @type {string[]}
 */
const files = [];
const version = "";
const cacheName = `inventory-count-${version}`;
const offlinePage = "/admin/inventory-count/offline/";

/** The time that a network which hardly answers gets, in ms. */
const patience = 8000;

addEventListener("install", (/** @type {LifeEvent} */ event) => event.waitUntil(keepAll()));
addEventListener("activate", (/** @type {LifeEvent} */ event) => event.waitUntil(forgetOthers()));
addEventListener("fetch", (/** @type {FetchEvent} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(pageOf(request, pathname));
  else if (files.includes(pathname)) event.respondWith(keptOrFetched(request));
});

async function keepAll() {
  const cache = await caches.open(cacheName);
  await cache.addAll(files);
  // without cookies: it is the same for everybody
  const page = await fetch(`${offlinePage}1`, { credentials: "omit" });
  if (!page.ok || !(await page.clone().text()).includes(files[0] ?? "?"))
    throw new Error("The page is of another build.");
  await cache.put(offlinePage, page);
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
}

/** @param {Request} request */
const keptOrFetched = async (request) => (await caches.match(request)) ?? fetch(request);

/**
 * A page as the library has it; without a network, what lets one scan on.
 * @param {Request} request
 * @param {string} pathname
 */
async function pageOf(request, pathname) {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(patience) });
  } catch {
    const id = /^\/admin\/inventory-count\/(\d+)$/.exec(pathname)?.[1];
    if (id !== undefined) return Response.redirect(offlinePage + id, 302);
    const kept = pathname.startsWith(offlinePage) ? await caches.match(offlinePage) : undefined;
    return kept ?? Response.error();
  }
}
