// What the fields of the form say: they alone hold the hand. Nothing here knows what a card is worth.

export const form = document.getElementById("record");
export const find = (selector) => form.querySelector(selector);
export const all = (selector) => [...form.querySelectorAll(selector)];
const data = form.dataset;
const fields = form.elements;

export const tiles = all(".tile");
export const seats = tiles.map((tile) => tile.dataset.seat);
export const names = Object.fromEntries(tiles.map((tile) => [tile.dataset.seat, tile.dataset.name]));
export const cards = all("[data-card]").map((face) => face.dataset.card);
export const rows = all(".card-row").map((row) => row.dataset); // of named cards: row, sign, words

export const get = (name) => fields[name]?.value ?? "";
export const put = (name, value) => {
  if (value === "" && fields[name] instanceof RadioNodeList) for (const radio of fields[name]) radio.checked = false;
  else if (fields[name]) fields[name].value = value;
};
export const mode = () => get("mode");
export const byCards = () => mode() === "cards";

export let mark = null; // the player being told, by seat
export const setMark = (seat) => { mark = seat; };

const field = (seat) => `hearts_${seat}`;
export const given = (seat) => fields[field(seat)]?.dataset.rest === "1";
const told = (seat) => get(field(seat)) !== "" && !given(seat);
export const heartsOf = (seat) => {
  if (byCards()) return cards.filter((card) => card.startsWith("holder") && get(card) === seat).length;
  return get(field(seat)) === "" ? null : Number(get(field(seat)));
};
const sum = (list) => list.reduce((total, seat) => total + heartsOf(seat), 0);

// Hearts that nobody has, and those a player could have: what was only given does not bind.
export const loose = () => data.hearts - sum(seats);
export const room = (seat) => Math.min(data.hearts - sum(seats.filter((s) => s !== seat && told(s))), seat === "kitty" ? data.kitty : 99);

export const tell = (seat, number) => {
  set(seat, number, "");
  // The last one without a number gets the rest; of nothing, everybody does.
  const open = seats.filter((s) => !told(s));
  const rest = room();
  for (const s of open) {
    const gets = !rest || (open.length === 1 && room(s) === rest);
    set(s, gets ? rest : "", gets ? "1" : "");
  }
};
const set = (seat, number, rest) => {
  put(field(seat), number);
  fields[field(seat)].dataset.rest = rest;
};

export const next = (seat) =>
  [...seats, ...seats].slice(seats.indexOf(seat) + 1).find((s) => !told(s)) ?? (loose() ? seat : null);

// The marked number goes, else the last one told.
export const clear = () => {
  const seat = mark && told(mark) ? mark : seats.filter(told).pop();
  if (seat) tell((mark = seat), "");
  return seat;
};

// Moon and sun: everything to one player, until the name is tapped again.
let before = null;
const swept = (row) => (byCards() ? cards : [...seats.map(field), ...data[row].split(" ")]);
export const sweep = (row, seat) => {
  before ??= { mark, kept: new Map() };
  for (const name of swept(row)) {
    if (!before.kept.has(name)) before.kept.set(name, [get(name), fields[name].dataset?.rest]);
    if (!name.startsWith("hearts")) put(name, seat);
  }
  put(row === "moon" ? "sun" : "moon", "");
  if (byCards()) return;
  for (const s of seats) tell(s, s === seat ? "" : 0);
  mark = null;
};
export const unsweep = (row) => {
  for (const [name, [value, rest]] of before?.kept ?? swept(row).map((name) => [name, ["", ""]])) {
    put(name, value);
    if (fields[name].dataset) fields[name].dataset.rest = rest ?? "";
  }
  mark = before ? before.mark : seats[0];
  before = null;
};

// One that the hand no longer bears out is let go.
export const dropSweep = () => {
  for (const row of ["moon", "sun"]) {
    const seat = get(row);
    const elsewhere = (card) => ![seat, "", "kitty"].includes(get(card));
    if (seat && (seats.some((s) => s !== seat && s !== "kitty" && heartsOf(s)) || data[row].split(" ").some(elsewhere))) {
      put(row, "");
      before = null;
    }
  }
};
