// The service worker: with no network it shows the last table, its rules card and the form to record a hand, as they
// were kept on this phone, and on any other page the way back to them. It touches nothing else: no question for the
// board, nothing that is sent.
//
// The server puts STATIC before it, the address of the static files with their hash in it. A new version of the
// application is therefore another worker with a cache of its own, and the old cache goes with the old worker.

const NAME = `scorekeeper ${STATIC}`;
const PATIENCE = 4000; // ms; a page that is there is not waited for any longer
const MOST = 10; // games that are kept, those seen last
const TABLE = /^\/games\/\w+$/;
const GAME = /^\/games\/\w+(?=$|\/rules$|\/hands\/(new|\d+)$)/;
const FILES = /\/static\/[\w./-]+\.(?:css|js|svg)|(?<=["'])\.\.?\/[\w./-]+\.(?:css|js)(?=["'])/g;

const ours = (response) => response.headers.has("Scorekeeper"); // and no hotel's login page
// Opened once: when a newer worker has thrown this one's cache away, whatever this one is still about goes into what
// was thrown away, and makes no other of that name.
const cache = caches.open(NAME);
const found = async (path) => (await cache).match(path, { ignoreVary: true });
const put = async (path, response) => (await cache).put(path, response);

// ---- What is kept ----

async function file(path) {
  const kept = await found(path);
  if (kept) return kept;
  const response = await fetch(path);
  if (response.ok && ours(response)) await put(path, response.clone());
  return response;
}

// Everything that a page or a module asks for.
async function filesOf(text, base, seen) {
  for (const [name] of text.matchAll(FILES)) {
    const path = new URL(name, base).pathname;
    if (seen.has(path) || !path.startsWith(STATIC)) continue;
    seen.add(path);
    const response = await file(path);
    if (!response.ok || !ours(response)) throw new Error(`${path} did not come`); // then the page is not kept either
    if (path.endsWith(".js")) await filesOf(await response.clone().text(), new URL(path, base), seen);
  }
}

// A page that is kept says when it was. One of another version waits for that version's worker.
async function keep(path, response) {
  const text = await response.text();
  if (!text.includes(STATIC)) return;
  await filesOf(text, location, new Set());
  const headers = new Headers(response.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  const marked = text.replace("<html", `<html data-kept="${Date.now()}"`);
  await put(path, new Response(marked, { headers }));
  for (const game of (await tables()).slice(MOST)) await forget(game);
}

const paths = async () => (await (await cache).keys()).map(({ url }) => new URL(url).pathname);

// The tables that are kept, the one kept last first.
const tables = async () => (await paths()).filter((path) => TABLE.test(path)).reverse();

// A page, and all that is kept under it.
async function forget(gone) {
  for (const path of await paths()) {
    if (path === gone || path.startsWith(`${gone}/`)) await (await cache).delete(path);
  }
}

// A game that is gone, or gone for this phone, is not kept; nor is any game of a club that is. Where it is only a
// page that is not there, the tables are.
async function missed(path) {
  await forget(path);
  if (!TABLE.test(path)) for (const table of await tables()) if (isOf(path, table)) await renew(table);
}
const isOf = (path, table) => path.startsWith(`${table}/`) || path.startsWith("/clubs/");

async function note(path, response) {
  if (!ours(response)) return;
  if (response.status === 404) await missed(path);
  else if (response.ok && !response.redirected && GAME.test(path)) await keep(path, response);
}

// Throws where no answer of ours came: what is kept stays as it is.
async function renew(path) {
  const response = await fetch(path);
  if (!ours(response) || response.status === 429 || response.status >= 500) throw new Error(`${path} did not come`);
  await note(path, response);
}

// ---- What a browser asks ----

// In place of a page that is not kept, and of the browser's own page of errors.
async function wayBack() {
  const [table] = await tables();
  const styles = (await paths()).filter((path) => path.endsWith("/base.css"));
  const page = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>No connection</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${styles.map((path) => `<link rel="stylesheet" href="${path}">`).join("")}</head>
<body><main class="page"><h1>No connection</h1><p>This page is not kept on this phone. It opens once there is a connection again.</p>
${table ? `<p><a class="button" href="${table}">To the table</a></p>` : ""}</main></body></html>`;
  const policy = "default-src 'self'; base-uri 'none'; frame-ancestors 'none'";
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy };
  return new Response(page, { status: 503, headers });
}

async function page(event, path) {
  const answer = fetch(event.request);
  event.waitUntil(answer.then((response) => note(path, response.clone())).catch(() => {}));
  const kept = await found(path);
  if (!kept) return answer.catch(wayBack);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, kept));
  const first = await Promise.race([answer, late]).catch(() => kept);
  return first.status >= 500 && !ours(first) ? kept : first; // a proxy with nobody behind it
}

addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname, search } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  const looked = !search && (GAME.test(pathname) || pathname.startsWith("/clubs/"));
  if (pathname.startsWith(STATIC)) event.respondWith(file(pathname));
  else if (mode !== "navigate") return;
  else event.respondWith(looked ? page(event, pathname) : fetch(event.request).catch(wayBack));
});

// The table asks for what is to be kept, and says where its game is gone.
addEventListener("message", (event) => {
  const { kept = [], gone } = event.data;
  event.waitUntil(Promise.allSettled([...kept.map(renew), gone && forget(gone)]));
});

// ---- From one version to the next ----

// Whatever the old worker keeps is fetched anew first; where there is no answer to that, the old one stays.
async function takeOver() {
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) {
      const { pathname } = new URL(url);
      if (GAME.test(pathname)) await renew(pathname);
    }
  }
  await skipWaiting();
}

async function begin() {
  for (const name of await caches.keys()) if (name !== NAME) await caches.delete(name);
  await clients.claim();
}

addEventListener("install", (event) => event.waitUntil(takeOver()));
addEventListener("activate", (event) => event.waitUntil(begin()));
