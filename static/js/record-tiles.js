// A tile for each player, a keypad (Count) and the cards themselves (Cards).

import {
  all, byCards, cards, clear, find, form, get, given, heartsOf, loose, mark, mode, names, next, put, room, rows, seats,
  setMark, tell, tiles,
} from "./record-state.js";

const pad = find("#keys");
const keys = all("[data-key]");
const step = find("#step");
const faces = all("[data-card]");
const rest = find("#rest");
const free = () => cards.filter((card) => !get(card));
export const hearts = (count) => `${count} ${count === 1 ? "heart" : "hearts"}`;
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

// What the page asks for now: before the name, the name, after it.
const asks = () => {
  if (byCards()) return ["Tap the cards ", names[mark], ` took · ${hearts(loose())} left`];
  if (mark === "kitty") return ["Hearts in the ", "kitty", ` · ${room(mark)} at most`];
  if (mark) return ["Hearts ", names[mark], ` took · ${room(mark)} left`];
  if (loose()) return ["", `${hearts(loose())} left`, " · tap a player"];
  const open = rows.find(({ row }) => !get(row));
  return open ? ["Who took ", open.sign, "?"] : ["Tap a player to change the hearts", "", ""];
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

// A digit goes to its key and Enter presses it, so that 1 and 13 are never mixed up. Arrows walk.
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
  const last = seats.filter(given).map((s) => ` ${names[s]} gets the rest, ${heartsOf(s)}.`).join("");
  return changed(`${names[seat]} ${hearts(heartsOf(seat))}.${last || (mark ? ` Now ${names[mark]}.` : "")}`);
};

// A card goes to the marked player; tapped again it is taken back.
const take = ({ dataset: { card, words } }, changed) => {
  const taken = card && get(card) !== "";
  for (const each of card ? [card] : free()) put(each, taken ? "" : mark);
  changed(taken ? `${words} taken back.` : `${words ?? "The rest"}: ${names[mark]}.`);
};

export const start = (changed) => {
  form.addEventListener("click", ({ target }) => {
    const key = target.closest("button");
    if (!key || key.ariaDisabled === "true") return;
    if (pad?.contains(key)) press(key, changed);
    if (key.classList.contains("face")) take(key, changed);
  });
  if (!pad) return;
  [...pad.children].forEach((key, i) => (key.tabIndex = i ? -1 : 0));
  setMark(next(seats.at(-1)));
  document.addEventListener("keydown", (event) => {
    const digit = /^\d$/.test(event.key) && mode() === "count" && event.target.type !== "text";
    if ((digit || pad.contains(event.target)) && !event.ctrlKey && !event.metaKey && !event.altKey) type(event);
  });
};
