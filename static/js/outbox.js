// Entries that could not be sent. They are kept in this browser, in the order they were made, and go out by
// themselves, the oldest of each game first, while any page of the application is open. Only the server's own
// answer counts as one: a hotel's login page has status 200 too. The submission id makes it harmless if two tabs
// send the same entry. Nothing is dropped but what the server confirmed, and what somebody drops.
//
// An entry: id (the submission), game (its key), action (where the form goes), fields ([name, value], in order),
// rest (see record-kept.js), title (of its page), label ("Hand 5"), summary (who took what), next (the number of the
// hand after it, and its pass and deal in words), made (ms), order, why (it is not taken), refused (until somebody
// decides, it and all after it stay here).

const KEY = "scorekeeper.outbox.";
const PATIENCE = 10_000; // ms between two tries
const TIMEOUT = 15_000;

const STRANGER = "Somebody else answered, such as a network's login page.";

const store = (() => {
  try { return localStorage; } catch { return null; } // this browser keeps nothing
})();

export const find = (id) => JSON.parse(store?.getItem(KEY + id) ?? null);
export const entries = (game) =>
  Object.keys(store ?? {})
    .filter((key) => key.startsWith(KEY))
    .map((key) => find(key.slice(KEY.length)))
    .filter((entry) => entry && (!game || entry.game === game)) // another tab may have sent it just now
    .sort((one, other) => one.order - other.order);
export const field = ({ fields }, name) => fields.find(([each]) => each === name)?.[1];

// What happened: `put`, `sent`, `refused`, `dropped`, or "" where an entry only looks otherwise.
const tell = (what, entry, version) => dispatchEvent(new CustomEvent("outbox", { detail: { what, entry, version } }));
const write = (entry) => store.setItem(KEY + entry.id, JSON.stringify(entry));

let held = null; // sent by its page, or being changed, just now
export const hold = (id) => { held = id; };

// Written down while its page sends it: nothing is lost if that page is closed before an answer comes. An entry that
// is changed keeps its place. Throws where the browser keeps nothing.
export function ahead(entry) {
  const order = Math.max(0, ...entries().map((each) => each.order)) + 1;
  const kept = { made: Date.now(), order, ...find(entry.id), refused: false, why: "", ...entry };
  write(kept);
  hold(entry.id);
  return kept;
}

// Its page had an answer, and goes on from that.
export function answered(id) {
  store?.removeItem(KEY + id);
  hold(null);
}

// Its page shows why not, and asks what now; should that page be left, the entry is here still.
export function refused(id, page) {
  const entry = find(id);
  if (entry) write({ ...entry, refused: true, why: sentence(page) });
  hold(null);
}

// It waits.
export function put(entry) {
  const kept = ahead(entry);
  hold(null);
  tell("put", kept);
  send();
}

export function drop(id, what = "dropped") {
  const entry = find(id);
  if (!entry) return;
  store.removeItem(KEY + id);
  tell(what, entry);
  send();
}

function amend(id, news) {
  const entry = find(id);
  if (!entry || Object.entries(news).every(([name, value]) => entry[name] === value)) return;
  write({ ...entry, ...news });
  tell(news.refused ? "refused" : "", { ...entry, ...news });
}

// The entry is in the books, and the game has this version by it: what was made on top of it builds on that.
export function confirmed(id, version) {
  const entry = find(id);
  if (!entry) return;
  const before = field(entry, "version");
  store.removeItem(KEY + id);
  for (const later of entries(entry.game)) {
    if (field(later, "version") !== before) continue;
    write({ ...later, fields: later.fields.map(([name, value]) => [name, name === "version" ? version : value]) });
  }
  tell("sent", entry, version);
}

export function retry(id) {
  amend(id, { refused: false, why: "" });
  send();
}

// ---- Sending ----

class Unanswered extends Error {}

// An answer of the server's, one that will do; else an error that says what there was instead.
async function ask(address, options) {
  let answer;
  try {
    const signal = AbortSignal.timeout?.(TIMEOUT);
    answer = await fetch(address, { cache: "no-store", redirect: "manual", signal, ...options });
  } catch {
    throw new Unanswered(""); // nobody did
  }
  if (!answer.headers.has("Scorekeeper")) throw new Unanswered(STRANGER);
  if (answer.status === 429 || answer.status >= 500) throw new Unanswered(sentence(await answer.text()));
  return answer;
}

// Why, in the server's words.
function sentence(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const told = [...page.querySelectorAll(".fault, .news:not(.card), .card > p:first-child")];
  return [...new Set(told.map((each) => each.textContent.trim()))].join(" ").trim();
}

export const token = async () => (await (await ask("/token")).json()).csrf_token;

async function sendOne({ id, action, fields }) {
  try {
    const body = new URLSearchParams([...fields, ["csrf_token", await token()]]);
    const answer = await ask(action, { method: "POST", headers: { "HX-Request": "true" }, body });
    if (answer.ok) confirmed(id, answer.headers.get("Game-Version"));
    else amend(id, { refused: true, why: sentence(await answer.text()) });
    return answer.ok;
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
    amend(id, { why: error.message });
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
addEventListener("pageshow", send);
addEventListener("storage", ({ key }) => key?.startsWith(KEY) && tell(""));
document.addEventListener("visibilitychange", () => document.hidden || send());
