// Sends what could not be sent: by itself, in order, the oldest entry of each game first, while any page of the
// application is open. Only the server's own answer counts as one: a hotel's login page has status 200 too. The
// submission id makes it harmless if two tabs send the same entry. Nothing is dropped but what the server confirmed,
// and what somebody drops. What an entry is, and how it is kept: entries.js.

import { carryOn, closeUp, entries, field, find, isKey, note, remove, write } from "./entries.js";

const PATIENCE = 10_000; // ms between two tries
const TIMEOUT = 15_000;

const STRANGER = "Somebody else answered, such as a network's login page.";

// What happened: `put`, `sent`, `refused`, `dropped`, `late` (dropped, but the server had it by then), or "" where an
// entry only looks otherwise.
const tell = (what, entry, version) => dispatchEvent(new CustomEvent("outbox", { detail: { what, entry, version } }));

// Sent by its page, or being changed, just now; a page that is opened to change one holds it from the start.
let held = location.hash.match(/^#edit=(.+)/)?.[1] ?? null;
export const hold = (id) => { held = id; };

// Written down while its page sends it: nothing is lost if that page is closed before an answer comes. An entry that
// is changed keeps its place; one that was looked at gives it to what was made of it, under another id: `instead`.
// Throws where the browser keeps nothing.
export function ahead({ instead, ...entry }) {
  const order = Math.max(0, ...entries().map((each) => each.order)) + 1;
  const before = find(entry.id) ?? find(instead);
  const kept = { made: Date.now(), order, ...before, refused: false, stale: false, why: "", ...entry };
  write(kept);
  if (before && before.id !== entry.id) {
    remove(before.id);
    carryOn(before, field(entry, "version"));
  }
  hold(entry.id);
  return kept;
}

// Its page had an answer, and goes on from that.
export function answered(id) {
  remove(id);
  hold(null);
}

// Its page shows that the game was changed meanwhile, and asks what now; should that page be left, the entry is here
// still.
export function refused(id, page) {
  const entry = find(id);
  if (entry) note(entry, { refused: true, stale: true, why: sentence(page, 409) });
  hold(null);
}

// It waits.
export function put(entry) {
  const kept = ahead(entry);
  hold(null);
  tell("put", kept);
  send();
}

const dropped = new Set(); // here, just now

export function drop(id) {
  const entry = find(id);
  if (!entry) return;
  remove(id);
  dropped.add(id);
  closeUp(entry);
  tell("dropped", entry);
  send();
}

function amend(id, news) {
  const entry = find(id);
  if (!entry || Object.entries(news).every(([name, value]) => entry[name] === value)) return;
  note(entry, news);
  tell(news.refused ? "refused" : "", { ...entry, ...news });
}

// The entry is in the books, and the game has this version by it.
export function confirmed(id, version) {
  const entry = find(id);
  if (!entry) return;
  remove(id);
  carryOn(entry, version);
  tell("sent", entry, version);
}

export function retry(id) {
  amend(id, { refused: false, stale: false, why: "" });
  send();
}

// ---- Sending ----

class Unanswered extends Error {}

// An answer of the server's, one that will do; else an error that says what there was instead.
async function ask(address, options) {
  let answer, text;
  try {
    const signal = AbortSignal.timeout?.(TIMEOUT);
    answer = await fetch(address, { cache: "no-store", redirect: "manual", signal, ...options });
    text = await answer.text();
  } catch {
    throw new Unanswered(""); // nobody did, or not to the end
  }
  const { headers, ok, status } = answer;
  if (!headers.has("Scorekeeper")) throw new Unanswered(STRANGER);
  if (status === 429 || status >= 500) throw new Unanswered(sentence(text, status));
  return { ok, status, text, version: headers.get("Game-Version") };
}

// Why, in the server's words.
function sentence(text, status) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const told = [...page.querySelectorAll(".fault, .news:not(.card), .card > p:first-child")];
  const words = [...new Set(told.map((each) => each.textContent.trim()))].join(" ").trim();
  return words || `The server did not take it, and did not say why (${status}).`;
}

export const token = async () => JSON.parse((await ask("/token")).text).csrf_token;

const told = ({ fields }, but) => JSON.stringify(fields.filter(([name]) => name !== but));

// An answer is to what was sent. What was changed meanwhile is another entry, and is asked about by itself.
function settle(entry, { ok, status, text, version }) {
  const now = find(entry.id);
  if (status === 404) navigator.serviceWorker?.controller?.postMessage({ gone: `/games/${entry.game}` });
  if (ok && version && now && told(now, "version") !== told(entry, "version")) carryOn(entry, version);
  else if (ok && version && !now && dropped.has(entry.id)) tell("late", entry);
  else if (ok && version) confirmed(entry.id, version);
  else if (now && told(now) === told(entry)) {
    amend(entry.id, { refused: true, stale: status === 409, why: sentence(text, status) });
    return false;
  }
  return true;
}

async function sendOne(entry) {
  try {
    const body = new URLSearchParams([...entry.fields, ["csrf_token", await token()]]);
    return settle(entry, await ask(entry.action, { method: "POST", headers: { "HX-Request": "true" }, body }));
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
    amend(entry.id, { why: error.message });
    return false;
  }
}

async function sendAll() {
  for (const game of new Set(entries().map((entry) => entry.game))) {
    let first;
    do [first] = entries(game);
    while (first && !first.refused && first.id !== held && (await sendOne(first)));
  }
}

let sending = null;
let timer;

// Now, and again after a while as long as something waits.
export function send() {
  clearTimeout(timer);
  sending ??= sendAll().finally(() => {
    sending = null;
    if (entries().some((entry) => !entry.refused)) timer = setTimeout(send, PATIENCE);
  });
  return sending;
}

addEventListener("online", send);
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) tell(""); // what other pages sent or dropped meanwhile, this one was not told
  send();
});
addEventListener("storage", ({ key }) => isKey(key) && tell(""));
document.addEventListener("visibilitychange", () => document.hidden || send());
