// The record page: asks the server what the hand scores, and saves it: once, visibly, never at the cost of a tap.

import {
  all, byCards, cards, dropSweep, find, form, get, heartsOf, loose, mode, names, put, rows, seats, setMark, sweep, unsweep,
} from "./record-state.js";
import * as deck from "./record-tiles.js";

const save = find("#save");
const note = find("#note");
const outlook = find("#outlook");
const label = save.textContent;
let saving = false;
let saved = "";
let unsaid = "";
let timer;

const say = (text) => { document.getElementById("status").textContent = text; };
const tell = (text) => {
  note.textContent = text;
  note.hidden = !text;
  if (text) say(text);
};

// What the hand still lacks, and where: [sentence, a control or a seat].
const lack = () => {
  const points = all("[name^=points]").find((field) => !field.value.trim());
  if (mode() === "points") return points && [`${names[points.name.slice(7)]} has no points yet.`, points];
  const blank = seats.find((seat) => seat !== "kitty" && heartsOf(seat) === null);
  if (blank) return [`${names[blank]} has no number of hearts yet.`, blank];
  const free = byCards() ? cards.filter((card) => card.startsWith("holder") && !get(card)).length : "kitty" in names ? 0 : loose();
  if (free) return [`Nobody has ${deck.hearts(free)} yet.`];
  const open = rows.find(({ row }) => !get(row));
  return open && [`Nobody has the ${open.words.toLowerCase()} yet.`, byCards() ? null : form.elements[open.row][0]];
};
const missing = () => {
  const choice = find("[name=moon_choice]");
  return lack() ?? (choice && !get("moon_choice") ? ["Add or take off? The shooter says.", choice] : null);
};

const held = new Map(); // the radios as they were: browsers only ever move a mark, a second tap here lets go
const paint = (to) => {
  if (typeof to === "string") setMark(to);
  else to?.focus();
  deck.paint();
  for (const { dataset } of all(".names[data-row]")) held.set(dataset.row, get(dataset.row));
  save.ariaDisabled = saving || Boolean(missing());
  save.textContent = saving ? "Saving…" : label;
};

const showScores = () => {
  const told = find("[data-scores]");
  const scores = told?.dataset.scores.split(" ") ?? [];
  for (const cell of all("[data-score]")) cell.textContent = scores[cell.dataset.score] ?? "";
};

const hush = () => {
  clearTimeout(timer);
  outlook.dispatchEvent(new Event("htmx:abort"));
};

// The hand is another one now, and what was said of it no longer holds. Says `text` once, with the scores if they come.
const changed = (text, { typed, chosen } = {}) => {
  tell("");
  hush();
  if (!chosen) {
    dropSweep();
    document.getElementById("answer").replaceChildren();
    outlook.replaceChildren();
    showScores();
  }
  paint();
  if (lack()) return say(text);
  unsaid = text;
  timer = setTimeout(() => outlook.dispatchEvent(new Event("ask")), typed ? 400 : 0);
};

const failed = (why) => {
  saving = false;
  paint();
  say("");
  tell(why && `Not saved: ${why} Your taps are kept. Try again.`);
};

const pick = ({ name, value, parentNode }) => {
  const off = held.get(name) === value;
  if (off) put(name, "");
  if (name === "moon" || name === "sun") (off ? unsweep : sweep)(name, value);
  changed(`${parentNode.closest("[data-words]").dataset.words}: ${off ? "taken back" : names[value]}.`);
};

form.classList.add("live");
form.elements.submission.value = crypto.getRandomValues(new Uint32Array(4)).join("-");
form.addEventListener("click", ({ target }) => {
  const tile = target.closest(".tile");
  const sign = target.closest("[data-sign-of]");
  if (target.matches("[data-row] [type=radio]")) pick(target);
  if (tile) paint(tile.dataset.seat);
  if (sign) {
    const typed = get(sign.dataset.signOf).trim();
    put(sign.dataset.signOf, /^[-−]/.test(typed) ? typed.slice(1) : `−${typed}`);
    changed("", { typed: true });
  }
});
form.addEventListener("change", ({ target }) => {
  if (target.name === "mode" || target.type === "checkbox") changed("");
  if (target.closest("#outlook")) changed("", { chosen: true });
});
form.addEventListener("input", ({ target }) => {
  if (target.type === "text") changed("", { typed: true });
});
const on = (event, listener) => document.addEventListener(event, listener, true);
on("submit", (event) => {
  const lacking = event.target === form && missing();
  if (!lacking && !saving) return;
  event.preventDefault();
  event.stopPropagation(); // before htmx hears of it
  if (saving) return;
  tell(lacking[0]);
  paint(lacking[1]);
});
on("htmx:before:request", ({ target }) => {
  if (target === outlook) return;
  saving = true;
  hush();
  paint();
  tell("");
  say("Saving.");
});
on("htmx:after:request", (event) => {
  const { hx, response } = event.detail.ctx;
  if (event.target === outlook) return;
  if (hx.redirect) {
    // In place of this page: Back leads to the table, not to a hand that is saved.
    event.preventDefault();
    location.replace((saved = hx.redirect));
  } else failed(response.status === 409 || response.status === 422 ? "" : "that was not the scorekeeper's answer.");
});
on("htmx:error", ({ target }) => {
  if (target !== outlook) failed("no connection.");
});
on("htmx:after:swap", ({ target }) => {
  if (target !== outlook) document.querySelector(".news")?.focus();
});
on("htmx:finally:request", ({ target, detail }) => {
  if (target !== outlook || detail.ctx.request.signal.aborted) return;
  showScores();
  paint();
  say([unsaid, ...all("[data-scores], .outlook, #outlook legend").map((told) => told.textContent)].join(" ").trim());
});
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && saved) location.replace(saved);
});
deck.start(changed);
showScores();
paint();
