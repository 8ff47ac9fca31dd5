// The record page without a network: the entry goes to the outbox with every tap, and the next hand can be told in
// place. Which way that one is passed and who deals it, the server said with the page.

import { about, find, isOnSame, isSameHand } from "./entries.js";
import { form, get, heartsOf, mode, names, rows, seats } from "./record-hand.js";
import * as kept from "./record-kept.js";
import * as outbox from "./outbox.js";
import { fold, hands } from "./waiting.js";

const head = document.querySelector(".top h1");
const under = document.querySelector(".top p");
const panel = Object.assign(document.createElement("div"), { className: "thumb", hidden: true });
const game = form.dataset.table.split("/").pop();
const turnOf = (number) => [number, coming(number)?.dataset.then ?? ""];
const coming = (number) => document.querySelector(`#coming [data-number="${number}"]`);

export const behind = () => hands().length > 0;

// A name that is written from right to left turns no number round.
const nameOf = (seat) => (/[\u0590-\u08ff\u202a-\u202e\ufb1d-\ufefc]/.test(names[seat]) ? `\u2068${names[seat]}\u2069` : names[seat]);

// "Ann 4♥, Bob 6♥ Q♠, …": the cards, or the points that were written or called.
const written = (fields, prefix) =>
  fields.filter(([name]) => name.startsWith(prefix)).map(([name, value]) => `${nameOf(name.slice(prefix.length))} ${value}`);
const summary = (fields) => {
  const points = written(fields, "called_");
  if (points.length) return `As called: ${points.join(", ")}`;
  if (mode() === "points") return `Points: ${written(fields, "points_").join(", ")}`;
  const cards = (seat) => rows.filter(({ row }) => get(row) === seat).map(({ sign }) => ` ${sign}`).join("");
  const told = seats.filter((seat) => seat !== "kitty" || heartsOf(seat) || cards(seat));
  return told.map((seat) => `${nameOf(seat)} ${heartsOf(seat) ?? 0}♥\ufe0e${cards(seat)}`).join(", ");
};
const label = () => {
  const what = form.elements.number ? "Correction of hand" : form.elements.before ? "Forgotten hand" : "Hand";
  return `${what} ${get("about")}`;
};

let changing; // an entry, by its id
let page; // what record.js does: begin() another hand, show what was filled() in, tell() what is in the way

// What a form of this page would send.
const entryOf = (sent, submitter) => {
  const fields = [...new FormData(sent, submitter)].filter(([name]) => !["csrf_token", "queued"].includes(name));
  return {
    id: get("submission"), instead: get("queued"), game, action: form.getAttribute("action"), fields, rest: kept.snapshot().rest,
    title: [head.textContent, under.textContent], label: label(), summary: summary(fields),
    next: kept.recording() && turnOf(Number(get("about")) + 1),
  };
};

// The page sends it by itself, and what comes back is the server's answer.
export const ahead = (sent, { submitter, body }) => {
  try { outbox.ahead(entryOf(sent, submitter)); } catch { return; } // nothing is kept here
  body.set("queued", get("submission"));
};
export const answered = (status, page) => {
  if (status === 409) outbox.refused(get("submission"), page);
  else outbox.answered(get("submission"));
};

// It goes to the outbox; false where the browser keeps nothing.
export function queue(sent, submitter) {
  try {
    outbox.put(entryOf(sent, submitter));
  } catch {
    return false;
  }
  kept.discard();
  changing = null;
  form.elements.queued?.remove();
  document.getElementById("answer").replaceChildren();
  wait();
  return true;
}

// In place of the form: what waits, and the way on.
function wait() {
  const next = following();
  const way = document.createElement(next ? "button" : "a");
  Object.assign(way, { className: "primary", textContent: next ? `Record hand ${next}` : "To the table" });
  if (next) way.addEventListener("click", () => tellHand(next));
  else way.href = form.dataset.table;
  const words = Object.assign(document.createElement("p"), { className: "soft", textContent: next ? turnOf(next)[1] : "" });
  panel.replaceChildren(words, way);
  showForm(false);
  way.focus();
}

const showForm = (shown) => {
  form.hidden = !shown;
  panel.hidden = shown;
  fold(!shown);
};

// The number after those that wait; null where a hand is corrected or put in.
const following = () => {
  if (!kept.recording()) return null;
  return Math.max(Number(get("about")), ...hands().map(about)) + 1;
};

const headed = (title, words) => {
  head.textContent = title;
  under.textContent = words;
  document.title = document.title.replace(/^[^·]*· [^·]*/, `${title} `);
  showForm(true);
  head.tabIndex = -1;
  head.focus();
};

// The form, empty, for the hand of that number.
function tellHand(number) {
  kept.restore(kept.blank());
  kept.renew();
  form.elements.about.value = number;
  headed(head.textContent.replace(/\d+/, number), "");
  under.replaceChildren(...(coming(number)?.cloneNode(true).childNodes ?? []));
  page.begin();
}

// The form as an entry was sent from it.
function edit(entry) {
  outbox.hold((changing = entry.id));
  form.action = entry.action;
  form.setAttribute("hx-post", entry.action);
  for (const name of ["hand", "before", "number", "queued"]) form.elements[name]?.remove();
  for (const [name, value] of entry.fields.filter(([each]) => kept.isCarrier(each))) {
    if (form.elements[name]) form.elements[name].value = value;
    else form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  kept.restore(entry);
  headed(...entry.title);
  page.filled();
}

// The form of an entry that was dropped.
function again() {
  if (following()) return tellHand(get("about"));
  kept.renew();
  return showForm(true);
}

function look() {
  const id = location.hash.match(/^#edit=(.+)/)?.[1];
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  const wanted = find(id);
  if (wanted && !wanted.broken) return edit(wanted);
  if (find(get("submission")) ?? find(get("queued"))) return showForm(true); // looked at: the server answers with this page
  const waiting = corrected();
  if (waiting) return edit(waiting);
  const told = Number(get("about"));
  if (kept.recording() && hands().some((entry) => about(entry) >= told)) tellHand(following());
  else showForm(!form.hidden);
  if (id) page.tell("What you wanted to change was sent or dropped meanwhile: see the table.");
}

// A hand is not corrected twice over: what waits is changed again.
const corrected = () => form.elements.number && hands().find(isThis);
const here = () => ({ action: form.getAttribute("action"), fields: kept.snapshot().fields });
const isThis = (entry) => isSameHand(entry, here());

// Its number is another one since a hand before it was dropped.
function renumber(number) {
  form.elements.about.value = number;
  head.textContent = head.textContent.replace(/\d+/, number);
  under.replaceChildren(...(coming(number)?.cloneNode(true).childNodes ?? []));
  if (!form.hidden) page.filled();
}

// The form is not an entry yet, or one that is being changed, or hidden: the one that was put away last.
function dropped(entry) {
  if (form.hidden && entry.id === get("submission")) return again();
  const [mine, number] = [find(get("submission")), about(entry)];
  const last = Math.max(number - 1, ...hands().map(about));
  if (number && mine) renumber(about(mine));
  else if (number && !entry.stale && isOnSame(entry, here()) && Number(get("about")) === last + 2) renumber(last + 1);
  return form.hidden && wait();
}

addEventListener("hashchange", look);
addEventListener("outbox", ({ detail: { what, entry, version } }) => {
  if (entry && entry.game !== game) return;
  if (what === "dropped") dropped(entry);
  if (what === "sent") sent(entry, version);
  if (what === "sent" || !what) sentAll();
});

function sent(entry, version) {
  if (isOnSame(entry, here()) && !isThis(entry)) form.elements.version.value = version;
}

// By this tab or another one.
function sentAll() {
  if (changing && !find(changing)) page.tell("It was sent or dropped meanwhile, as it was. If it was sent, Save asks which shall stand.");
  if (form.hidden && !behind()) location.replace(form.dataset.table);
  else if (!form.hidden && kept.recording() && !kept.touched() && hands().some(isThis)) look();
}

export function start(hooks) {
  page = hooks;
  form.after(panel);
  look();
}
