// What could not be sent, shown on every page until it is; at a table and where its hands are recorded, those of that
// game first.

import { clock } from "./clock.js";
import { entries } from "./entries.js";
import * as outbox from "./outbox.js";

const here = location.pathname.match(/^\/games\/(\w+)(?=$|\/hands\/(new|\d+)$)/)?.[1];
const list = Object.assign(document.createElement("details"), { className: "card waiting", open: true });

document.head.append(Object.assign(document.createElement("link"), {
  rel: "stylesheet", href: new URL("../css/offline.css", import.meta.url).href,
}));

const make = (tag, textContent, more = {}) => Object.assign(document.createElement(tag), { textContent, ...more });
const say = (text) => { document.getElementById("status").textContent = text; };

export const fold = (open) => { list.open = open; };
export const hands = () => entries(here);
const elsewhere = () => (here ? entries().filter(({ game }) => game !== here) : []);

const button = (text, act) => {
  const made = make("button", text, { type: "button", className: "link" });
  made.addEventListener("click", act);
  return made;
};

// A form that the browser sends: what the server answers is a page, with everything on it that can be done.
async function lookAt({ id, action, fields }, note) {
  const form = Object.assign(document.createElement("form"), { method: "post", action, hidden: true });
  try {
    for (const [name, value] of [...fields, ["queued", id], ["csrf_token", await outbox.token()]]) {
      form.append(Object.assign(document.createElement("input"), { name, value }));
    }
    document.body.append(form);
    form.submit();
  } catch (error) {
    note.textContent = error.message || "No connection. Try again when there is one.";
    say(note.textContent);
  }
}

const named = ({ label, game }) => (here && game && game !== here ? `Another game: ${label.toLowerCase()}` : label);

const show = (entry) => {
  const { id, action, game, label, summary, made, refused, why, broken } = entry;
  const item = make("li", "");
  const drop = make("details", "", { className: "drop" });
  const sure = button(`Drop ${label.toLowerCase()} for good`, () => outbox.drop(id));
  drop.append(make("summary", "Drop"), sure);
  const actions = make("div", "", { className: "waiting-do" });
  const note = make("p", "", { className: "help" });
  if (refused && !broken) {
    actions.append(button("Look at it", () => lookAt(entry, note)), button("Send again", () => outbox.retry(id)));
  }
  // The record page changes any entry of its game in place: by plain http no other page opens with no network.
  const inPlace = game === here && location.pathname.endsWith("/hands/new");
  if (!broken) actions.append(make("a", "Edit", { className: "link", href: `${inPlace ? "" : action}#edit=${id}` }));
  actions.append(drop);
  item.append(make("b", `${named(entry)} · ${refused ? "not taken" : "not sent yet"}`));
  if (made) item.append(make("small", clock(made)));
  item.append(make("p", summary));
  if (why) item.append(make("p", why, { className: refused ? "fault" : "help" }));
  if (game && game !== here) actions.append(make("a", "To the table", { className: "link", href: `/games/${game}` }));
  item.append(note, actions);
  return item;
};

const hint = (found) => {
  const refused = found.filter((entry) => entry.refused);
  const behind = found.filter((entry) => !entry.refused && refused.some(({ game }) => game === entry.game));
  const more = behind.length ? " What comes after it waits." : "";
  const kept = refused.length ? `What was not taken is kept on this phone until somebody decides.${more}` : "";
  if (found.length === refused.length + behind.length) return kept;
  const open = `${kept} It goes out by itself while a page of Scorekeeper is open. The score waits for it.`.trim();
  return isSecureContext ? open : `${open} By HTTPS these pages would open with no network too.`;
};

// At the table: the hand that is played now, which the board does not know of yet. Where others have gone on from
// there, it knows better.
function painted(found) {
  const record = document.querySelector("#board a.primary[href$='/hands/new']");
  if (!record) return "";
  record.dataset.was ??= record.textContent;
  const ahead = ({ next }) => next && next[0] > Number(record.dataset.was.match(/\d+/));
  const [number, turn] = found.findLast(ahead)?.next ?? [];
  record.textContent = number ? `Record hand ${number}` : record.dataset.was;
  foretell(number, turn);
  return turn ? `Now hand ${number}: ${turn}.` : "";
}

// The felt still shows the last hand the server knows of: nobody shall pass by that. It gets the words, which came
// with the record page, and loses the arrows and the chip, which did not.
let felt;
function foretell(number, turn = "") {
  if (felt?.now.classList.contains("foretold")) felt.now.replaceWith(felt.was); // not where the board came anew
  felt = null;
  const was = document.querySelector("#board .felt.ring");
  const [, pass, deal] = turn.match(/^(.*?) · (.*)$/) ?? [];
  if (!was || !pass) return;
  felt = { was, now: was.cloneNode(true) };
  was.replaceWith(felt.now);
  felt.now.classList.add("foretold");
  felt.now.querySelector(".felt-hand").textContent = `Hand ${number}`;
  felt.now.querySelector(".felt-pass").textContent = pass;
  felt.now.querySelector(".felt-detail").textContent = deal;
  for (const dealer of felt.now.querySelectorAll(".chip + .unseen")) dealer.remove();
  felt.now.querySelector("svg").ariaLabel = `Hand ${number}: ${turn}`;
}

function paint() {
  const found = [...hands(), ...elsewhere()];
  const some = found.length === 1 ? named(found[0]) : `${found.length} hands`;
  const what = found.every((entry) => entry.refused) ? "Not taken" : "Not sent yet";
  const items = make("ul", "", { className: "rows" });
  items.append(...found.map(show));
  const turn = painted(hands());
  const head = make("summary", "");
  head.append(make("b", `${what}: ${some}`), make("span", turn));
  list.replaceChildren(head, items, make("p", hint(found), { className: "help" }));
  if (!found.length) list.remove();
  else if (!list.isConnected) {
    // At the table the felt comes first: what only waits is told in one line. Where the server asks, that comes first.
    const first = document.querySelector("#board .ring") && !found.some((entry) => entry.refused);
    list.open = !first && !document.querySelector(".news:not(#notice)");
    document.getElementById("main").prepend(list);
  }
}

const TOLD = {
  put: (entry) => `${named(entry)} is not sent yet.`,
  sent: (entry) => `${named(entry)} was sent.`,
  refused: (entry) => `${named(entry)} was not taken. ${entry.why}`,
  dropped: (entry) => `${named(entry)} was dropped.`,
  late: (entry) => `${named(entry)} had arrived before it was dropped. It is at the table.`,
};

addEventListener("outbox", ({ detail: { what, entry } }) => {
  paint();
  if (what) say(TOLD[what](entry));
});

document.addEventListener("htmx:after:swap", () => painted(hands()));

// Sent by hand, and decided on the pages that came of it: the server says so in the address of the table.
const [, decided, id, version] = location.hash.match(/^#(sent|dropped)=([\w-]+)\.?(\d*)$/) ?? [];
if (decided) history.replaceState(null, "", location.pathname);
paint();
if (decided === "sent") outbox.confirmed(id, version);
if (decided === "dropped") outbox.drop(id);
outbox.send();
