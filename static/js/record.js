// The record page: asks the server what a hand scores, and saves it once. What gets no answer goes to record-later.js;
// what is not saved yet is kept by record-kept.js.

import {
  all, byCards, cards, bearOut, find, form, get, heartsOf, loose, mode, names, put, seats, setMark, sweep, unsweep,
} from "./record-hand.js";
import * as hand from "./record-hand.js";
import * as kept from "./record-kept.js";

const save = find("#save");
const note = find("#note");
const outlook = find("#outlook");
const sum = find("#sum");
const points = all("[name^=points]");
const radios = all("[data-row] input");
const answered = document.querySelector("#answer .news"); // the server, with this page, to what was sent before
let later; // once it is here
let saving = false;
let saved = "";
let unsaid = "";
let timer;

const say = (text) => { document.getElementById("status").textContent = text; };
const tell = (text) => {
  note.textContent = text;
  note.hidden = !text;
  for (const aside of all(".aside")) aside.hidden = true;
  if (text) say(text);
};
const mention = (aside) => {
  aside.hidden = false;
  say(aside.firstChild.textContent);
};

// What the hand still lacks, and where: [sentence, a control or a seat].
const lack = () => {
  const empty = points.find((field) => !field.value.trim());
  if (mode() === "points") return empty && [`${names[empty.name.slice(7)]} has no points yet.`, empty];
  const blank = seats.find((seat) => seat !== "kitty" && heartsOf(seat) === null);
  if (blank) return [`${names[blank]} has no number of hearts yet.`, blank];
  const free = byCards() ? cards.filter((card) => card.startsWith("holder") && !get(card)).length : "kitty" in names ? 0 : loose();
  if (free) return [`${hand.hearts(free)} ${free === 1 ? "is" : "are"} missing. If nobody knows, tell it as Points.`];
  const open = hand.untold();
  return open && [`Nobody has the ${open.words.toLowerCase()} yet.`, byCards() ? null : form.elements[open.row][0]];
};
const missing = () => {
  const choice = find("[name=moon_choice]");
  return lack() ?? (choice && !get("moon_choice") && ["Add or take off? The shooter says.", choice]);
};

const paint = (to) => {
  if (typeof to === "string") setMark(to);
  else to?.focus();
  hand.paint();
  // No scoring.
  const typed = points.map((field) => field.value.trim().replace("−", "-")).filter(Boolean);
  const total = typed.reduce((all, number) => all + Number(number), 0);
  sum.textContent = typed.length && Number.isSafeInteger(total) ? (total + sum.dataset.of).replace("-", "−") : "";
  for (const radio of radios) radio.dataset.was = radio.checked;
  save.ariaDisabled = saving || Boolean(missing());
  save.textContent = saving ? "Saving…" : `Save hand ${get("about")}`;
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

// The hand is another one now. Says `text` once, with the scores.
const changed = (text, { typed, chosen } = {}) => {
  tell("");
  hush();
  if (!chosen) {
    bearOut();
    document.getElementById("answer").replaceChildren();
    outlook.replaceChildren();
    showScores();
  }
  paint();
  kept.keep();
  if (lack()) return say(text);
  unsaid = text;
  timer = setTimeout(() => outlook.dispatchEvent(new Event("ask")), typed ? 400 : 0);
};

const refused = () => {
  saving = false;
  paint();
  say("");
};

// No answer, or somebody else's: the entry waits for one. Where a browser keeps nothing, the page does.
const failed = (sent, submitter) => {
  refused();
  if (!later?.queue(sent, submitter)) tell("Not saved: no answer came. Your taps are kept. Try again.");
};

// The form was filled otherwise than by taps.
const filled = () => {
  hand.begin();
  showScores();
  changed("", { chosen: true });
};

// The hand this page is about, with what was tapped in before.
const begin = () => {
  const draft = kept.draft();
  if (draft) kept.restore(draft);
  if (draft || later) filled();
  if (draft) mention(find("#taps-before"));
  else if (document.documentElement.dataset.kept) mention(find("#cut-off"));
};

// Browsers only ever move a radio's mark; here a second tap lets go.
const pick = (radio) => {
  const { name, value, dataset } = radio;
  const off = dataset.was === "true";
  if (off) put(name, "");
  if (name === "moon" || name === "sun") (off ? unsweep : sweep)(name, value);
  changed(`${radio.closest("[data-words]").dataset.words}: ${off ? "taken back" : names[value]}.`);
};

form.classList.add("live");
if (!answered) kept.renew();
form.addEventListener("click", ({ target }) => {
  const tile = target.closest(".tile");
  const sign = target.closest("[data-sign-of]");
  if (radios.includes(target)) pick(target);
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
document.addEventListener("submit", (event) => {
  const { target, submitter } = event;
  const lacking = target === form && missing();
  const behind = target.matches("[hx-post]") && later?.behind(); // it would overtake what waits
  if (!lacking && !saving && !behind) return;
  event.preventDefault();
  event.stopPropagation(); // before htmx hears of it
  if (saving) return;
  if (!lacking) return failed(target, submitter);
  tell(lacking[0]);
  paint(lacking[1]);
}, true);
find("#clean").addEventListener("click", () => {
  kept.restore(kept.blank());
  kept.discard();
  filled();
  find(":checked").focus();
});

// What htmx does for the outlook (asking) or for a form that saves.
const on = (what, asking, act) => document.addEventListener(`htmx:${what}`, (event) => {
  if ((event.target === outlook) === asking) act(event.detail.ctx, event);
});
on("before:request", false, ({ request }, event) => {
  later?.ahead(event.target, request);
  saving = true;
  hush();
  paint();
  tell("");
  say("Saving.");
});
on("after:request", false, ({ hx, request, text, response: { raw, status } }, event) => {
  const ours = raw.headers.has("Scorekeeper") && (hx.redirect || [409, 422].includes(status));
  if (ours) later?.answered(status, text);
  if (ours && hx.redirect) {
    // In place of this page: Back must not lead to a hand that is saved.
    event.preventDefault();
    kept.discard();
    location.replace((saved = hx.redirect.split("#")[0]));
  } else if (ours) refused();
  else failed(event.target, request.submitter);
});
on("error", false, ({ request }, event) => failed(event.target, request.submitter));
on("error", true, () => {
  outlook.replaceChildren(Object.assign(document.createElement("p"), { className: "outlook", textContent: "No connection: the score waits." }));
});
on("after:swap", false, () => document.querySelector(".news")?.focus());
on("finally:request", true, ({ request }) => {
  if (request.signal.aborted) return;
  showScores();
  paint();
  say([unsaid, ...all("[data-scores], .outlook, #outlook legend").map((told) => told.textContent)].join(" ").trim());
});
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && saved) location.replace(saved);
});
find(".delete")?.addEventListener("toggle", ({ target }) => target.scrollIntoView({ block: "end" }));
hand.start(changed, say);
showScores();
paint();
if (!answered) begin();
import("./record-later.js").then((part) => {
  later = part;
  later.start({ begin, filled, tell });
}, () => {});
