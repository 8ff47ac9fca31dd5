// What could not be sent, as this browser keeps it: each entry in a key of its own, so that two tabs never write over
// each other's. Another version of these pages may have written it, and anything may have damaged it: what can be sent
// is read as an entry, and the rest is shown as it is until somebody drops it.
//
// An entry: id (the submission), game (its key), action (where the form goes), fields ([name, value], in order),
// rest (see record-kept.js), title (of its page), label ("Hand 5"), summary (who took what), next (the number of the
// hand after it, and its pass and deal in words), made (ms), order, why (it is not taken), refused (until somebody
// decides, it and all after it stay here), stale (because the game had been changed), broken (it cannot be read).

const KEY = "scorekeeper.outbox.";
const ADDRESS = /^\/games\/(\w+)\/hands\/(?:new(?:\?before=\d+)?|\d+)$/; // an entry goes nowhere else
const BROKEN = "It was damaged on this phone and cannot be sent. Once the hand is recorded again, drop this.";

const store = (() => {
  try { return localStorage; } catch { return null; } // this browser keeps nothing
})();

export const isKey = (key) => key?.startsWith(KEY);
export const field = ({ fields }, name) => fields.find(([each]) => each === name)?.[1];
// The number of a hand that waits to be recorded; 0 for one that is corrected or put in.
export const about = (entry) => (entry.next ? Number(field(entry, "about")) : 0);

const isPair = (pair) => Array.isArray(pair) && pair.length === 2 && pair.every((text) => typeof text === "string");
const isSound = (entry) =>
  Array.isArray(entry?.fields) && entry.fields.every(isPair) && entry.game && ADDRESS.exec(entry.action)?.[1] === entry.game;

// What only shows it may be missing, or be something else by now.
function whole(id, entry) {
  const blank = {
    rest: [], title: ["", ""], label: `Hand ${field(entry, "about") ?? ""}`, summary: "", made: 0, order: 0, why: "",
  };
  const fits = (value, other) => typeof value === typeof other && Array.isArray(value) === Array.isArray(other);
  const shown = Object.entries(blank).map(([name, other]) => [name, fits(entry[name], other) ? entry[name] : other]);
  return { ...entry, ...Object.fromEntries(shown), next: Array.isArray(entry.next) && entry.next, id };
}

export function find(id) {
  const text = store?.getItem(KEY + id) ?? null;
  if (text === null) return null;
  let entry;
  try { entry = JSON.parse(text); } catch { /* damaged */ }
  if (isSound(entry)) return whole(id, { ...entry, ...unwritten.get(id) });
  const shown = { label: "An entry", summary: text.slice(0, 1000), why: BROKEN, refused: true, broken: true };
  return { id, game: "", action: "", fields: [], made: 0, order: 0, ...shown };
}

// In the order they were made; of one game, or of all.
export const entries = (game) =>
  Object.keys(store ?? {})
    .filter(isKey)
    .map((key) => find(key.slice(KEY.length)))
    .filter((entry) => entry && (game === undefined || entry.game === game)) // another tab may have sent it just now
    .sort((one, other) => one.order - other.order);

// Throws where the browser keeps nothing.
export const write = (entry) => store.setItem(KEY + entry.id, JSON.stringify(entry));
export const remove = (id) => store?.removeItem(KEY + id);

// Where there is no room left to write down what became of an entry, this page at least knows it.
const unwritten = new Map();
export function note(entry, news) {
  try {
    write({ ...entry, ...news });
    unwritten.delete(entry.id);
  } catch {
    unwritten.set(entry.id, news);
  }
}

// ---- Hands that build on each other ----

const having = (entry, name, value) => ({
  ...entry, fields: entry.fields.map(([each, was]) => [each, each === name ? value : was]),
});
// Two that tell the same hand do not: whoever made the second did not know of the first.
export const isSameHand = (one, other) => one.action === other.action && field(one, "about") === field(other, "about");

// Made on the game as it was then.
export const isOnSame = (one, other) => field(one, "version") === field(other, "version");

// The game has this version by an entry that is in the books now: what was made on top of it goes on from there.
export function carryOn(entry, version) {
  for (const later of entries(entry.game)) {
    if (isOnSame(later, entry) && !isSameHand(later, entry)) write(having(later, "version", version));
  }
}

// A hand that was dropped before it was sent was none: those told after it are each one hand earlier. Where the game
// had been changed, nobody knows what became of the numbers: the server asks.
export function closeUp(dropped) {
  let gap = dropped;
  for (const later of dropped.stale ? [] : entries(dropped.game)) {
    if (!about(gap) || about(later) !== about(gap) + 1 || !isOnSame(later, gap)) continue;
    const { label, title, next } = gap;
    write({ ...having(later, "about", field(gap, "about")), label, title, next });
    gap = later;
  }
}
