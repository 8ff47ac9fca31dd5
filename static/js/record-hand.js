// The hand: what the fields of the form say (they alone hold it; nothing here knows what a card is worth), and
// what shows it: a tile a player, a keypad (Count) and the cards (Cards).

export const form = document.getElementById("record");
export const find = (selector) => form.querySelector(selector);
export const all = (selector) => [...form.querySelectorAll(selector)];
const data = form.dataset;
const fields = form.elements;

const tiles = all(".tile");
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

let mark = null; // the player being told, by seat
export const setMark = (seat) => { mark = seat; };

const field = (seat) => `hearts_${seat}`;
const given = (seat) => fields[field(seat)]?.dataset.rest === "1";
const told = (seat) => get(field(seat)) !== "" && !given(seat);
export const heartsOf = (seat) => {
  if (byCards()) return cards.filter((card) => card.startsWith("holder") && get(card) === seat).length;
  return get(field(seat)) === "" ? null : Number(get(field(seat)));
};
const sum = (list) => list.reduce((total, seat) => total + heartsOf(seat), 0);

// Hearts that nobody has, and those a player could have: what was only given does not bind.
export const loose = () => data.hearts - sum(seats);
const room = (seat) => Math.min(data.hearts - sum(seats.filter((s) => s !== seat && told(s))), seat === "kitty" ? data.kitty : 99);

const tell = (seat, number) => {
  set(seat, number, "");
  // The last one without a number gets the rest; of nothing, all do; whoever was cleared waits.
  const open = seats.filter((s) => !told(s));
  const rest = room();
  for (const s of open) {
    const gets = number !== "" && (!rest || (open.length === 1 && room(s) === rest));
    set(s, gets ? rest : "", gets ? "1" : "");
  }
};
const set = (seat, number, rest) => {
  put(field(seat), number);
  fields[field(seat)].dataset.rest = rest;
};

// Who has most of what is in the way of a number.
const most = () => seats.filter((s) => s !== mark && told(s)).sort((a, b) => heartsOf(b) - heartsOf(a))[0];

const next = (seat) =>
  [...seats, ...seats].slice(seats.indexOf(seat) + 1).find((s) => !told(s)) ?? (loose() ? seat : null);

// The marked number goes, else the last one told.
const clear = () => {
  const seat = heartsOf(mark) === null ? seats.filter(told).pop() : mark;
  if (seat) tell((mark = seat), "");
  return seat;
};

// Moon and sun: everything to one, until the name is tapped again.
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
  set(seat, "");
  for (const s of seats) if (s !== seat) tell(s, 0);
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

// One that the hand no longer bears out is let go; a moon told by count is lit.
export const bearOut = () => {
  for (const row of ["moon", "sun"]) {
    const seat = get(row);
    const elsewhere = (card) => ![seat, "", "kitty"].includes(get(card));
    if (seat && (seats.some((s) => s !== seat && s !== "kitty" && heartsOf(s)) || data[row].split(" ").some(elsewhere))) {
      put(row, "");
      before = null;
    }
  }
  const shooter = !byCards() && !get("sun") && seats.find((s) => heartsOf(s) === Number(data.hearts));
  if (shooter && data.moon.split(" ").every((card) => get(card) === shooter)) put("moon", shooter);
};

const pad = find("#keys");
const keys = all("[data-key]");
const step = find("#step");
const faces = all("[data-card]");
const rest = find("#rest");
const free = () => cards.filter((card) => !get(card));
export const hearts = (count) => `${count} ${count === 1 ? "heart" : "hearts"}`;
export const untold = () => rows.find(({ row }) => !get(row));
const make = (tag, textContent) => Object.assign(document.createElement(tag), { textContent });

const paintTile = (tile) => {
  const { seat, name } = tile.dataset;
  const count = heartsOf(seat);
  const last = !byCards() && given(seat) && !get("moon") && !get("sun");
  const held = rows.filter(({ row }) => get(row) === seat);
  const none = count === null || (byCards() && !count && !held.length && free().length > 0);
  const score = tile.querySelector("[data-score]")?.textContent;
  tile.querySelector("b").textContent = none ? "–" : count;
  tile.querySelector(".badges").replaceChildren(...held.map(({ sign }) => make("i", sign)));
  tile.classList.toggle("none", none);
  tile.classList.toggle("rest", last);
  tile.ariaPressed = seat === mark;
  tile.firstElementChild.textContent = [
    name, none ? "hearts not entered" : hearts(count) + (last ? ", the rest" : ""),
    ...held.map(({ words }) => words), ...(score ? [`score ${score}`] : []),
  ].join(", ");
};

// What is asked for now: before a name, the name, after it.
const asks = () => {
  const open = !loose() && untold();
  if (byCards()) return ["Tap the cards ", names[mark], ` took · ${open?.sign ?? hearts(loose())} left`];
  if (open && (!mark || given(mark))) return ["Who took ", open.sign, "?"];
  if (mark === "kitty") return ["Hearts in the ", "kitty", ` · ${room(mark)} at most`];
  if (mark) return ["Hearts ", names[mark], ` took · ${room(mark)} left`];
  return loose() ? ["", `${hearts(loose())} left`, " · tap a player"] : ["Tap a player to change the hearts", "", ""];
};

const paintFace = (face) => {
  const name = names[get(face.dataset.card)];
  face.lastElementChild.textContent = name ?? "";
  face.ariaPressed = Boolean(name);
  face.firstElementChild.textContent = face.dataset.words + (name ? `, ${name}` : "");
};

export const paint = () => {
  if (byCards() && !mark) setMark(seats[0]);
  tiles.forEach(paintTile);
  faces.forEach(paintFace);
  const [before, name, after] = asks();
  find("#hint").replaceChildren(before, make("bdi", name), after);
  for (const key of keys) key.ariaDisabled = !mark || key.dataset.key > room(mark);
  rest.textContent = `Rest to ${names[mark]}`;
  rest.ariaDisabled = !free().length;
};

const climb = (up) => {
  step.ariaExpanded = up;
  step.textContent = up ? "0–15" : "16 +";
};

// A digit goes to its key and Enter presses it: 1 and 13 are never mixed up.
const type = (event) => {
  const on = [...pad.children].filter((key) => key.offsetParent);
  const at = on.indexOf(document.activeElement);
  const row = on.filter((key) => key.offsetTop === on[0].offsetTop).length;
  const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: row, ArrowUp: -row }[event.key];
  const named = (text) => keys.find((key) => key.dataset.key === text);
  const to = by ? on[at + by] : named(on[at]?.dataset.key + event.key) ?? named(event.key);
  if (!to) return;
  event.preventDefault();
  if (step && !by) climb(to.dataset.key > 15);
  for (const key of pad.children) key.tabIndex = key === to ? 0 : -1;
  to.focus();
};

// A number goes to the marked player and the mark moves on.
const press = (key, changed) => {
  if (key === step) return climb(step.ariaExpanded !== "true");
  if (key.id === "clear") {
    const seat = clear();
    return seat && changed(`${names[seat]}: cleared.`);
  }
  const seat = mark;
  tell(seat, key.dataset.key);
  setMark(next(seat));
  if (step) climb(false);
  if (!key.offsetParent) step?.focus();
  const last = seats.filter(given).map((s) => ` ${names[s]} gets the rest, ${heartsOf(s)}.`).join("");
  return changed(`${names[seat]} ${hearts(heartsOf(seat))}.${last || (mark ? ` Now ${names[mark]}.` : "")}`);
};

// A card goes to the marked player; tapped again it is taken back.
const take = ({ dataset: { card, words } }, changed) => {
  const taken = card && get(card) !== "";
  for (const each of card ? [card] : free()) put(each, taken ? "" : mark);
  changed(taken ? `${words} taken back.` : `${words ?? "The rest"}: ${names[mark]}.`);
};

// What is in the way of a number.
const refuse = (say) => {
  const way = mark && most();
  find("#hint").textContent = mark
    ? `Only ${room(mark)} left` + (heartsOf(way) ? `: change ${names[way]}'s ${heartsOf(way)} first` : "")
    : "Tap a player first";
  say(find("#hint").textContent);
};

// Nothing is marked but who is next.
export const begin = () => {
  before = null;
  if (pad) setMark(next(seats.at(-1)));
};

export const start = (changed, say) => {
  form.addEventListener("click", ({ target }) => {
    const key = target.closest("button");
    if (key?.ariaDisabled === "true" && pad?.contains(key)) refuse(say);
    if (!key || key.ariaDisabled === "true") return;
    if (pad?.contains(key)) press(key, changed);
    if (key.classList.contains("face")) take(key, changed);
  });
  if (!pad) return;
  [...pad.children].forEach((key, i) => (key.tabIndex = i ? -1 : 0));
  begin();
  document.addEventListener("keydown", (event) => {
    const digit = /^\d$/.test(event.key) && mode() === "count" && event.target.type !== "text";
    if ((digit || pad.contains(event.target)) && !event.ctrlKey && !event.metaKey && !event.altKey) type(event);
  });
};
