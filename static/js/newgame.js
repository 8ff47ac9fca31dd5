// A new game: tap players into seats, move them, draw. What it is played by, rules.js and the server see to.

import "./failed.js";
import "./rules.js";

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const say = (words) => { $("#status").textContent = words; };
let moving = false;
let players = 0;

const rows = () => $$("#seats [data-seat]");
const seatOf = (row) => $("select", row);
const dealOf = (row) => $("input[name=dealer]", row);
const nameOf = (select) => (select.value ? select.selectedOptions[0].textContent.trim() : "");
const seated = () => rows().filter((row) => seatOf(row).value);

function furnish() {
  const seats = $("#seats");
  if (!seats || "ready" in seats.dataset) return;
  seats.dataset.ready = "";
  const more = $("[data-more]", seats);
  if (more) {
    $("[data-seats]", seats).append(...$$("[data-seat]", more));
    more.remove();
  }
  for (const row of rows()) row.append(arrows(row));
  $("#roster-heading").textContent = "Roster";
  $("[data-roster]").hidden = false;
  $("[data-move]", seats).hidden = false;
  players = seated().length;
  showMoving();
  show();
  foldName();
}

// The field for a new name takes no room until it is asked for.
function foldName() {
  const row = $("[data-add-row]");
  if ($("#add_name").value || $("#add_name-fault")) return;
  row.hidden = true;
  const chip = Object.assign(document.createElement("button"), { type: "button", className: "chip chip-new" });
  chip.textContent = "+ New name";
  chip.addEventListener("click", () => {
    row.hidden = false;
    chip.remove();
    $("#add_name").focus();
  });
  $("[data-roster]").append(chip);
}

function arrows(row) {
  const box = document.createElement("span");
  box.className = "seat-moves";
  for (const [step, sign, words] of [[-1, "↑", "Move up"], [1, "↓", "Move down"]]) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = sign;
    button.dataset.step = step;
    button.dataset.words = words;
    box.append(button);
  }
  return box;
}

// Everything that follows from who sits where: rows shown, chips, labels, the fields for totals from paper.
function show() {
  const list = rows();
  const last = list.findLastIndex((row) => seatOf(row).value);
  list.forEach((row, i) => {
    row.hidden = i > Math.max(3, last);
    for (const button of $$("[data-step]", row)) {
      button.setAttribute("aria-label", `${button.dataset.words}: ${nameOf(seatOf(row)) || `seat ${i + 1}`}`);
    }
    const paper = $$("[data-paper]")[i];
    paper.hidden = !seatOf(row).value && !$("input", paper).value;
    $("[data-name]", paper).textContent = nameOf(seatOf(row)) || `Seat ${i + 1}`;
  });
  showChips();
}

function showChips() {
  const box = $("[data-roster]");
  const at = new Map(seated().map((row) => [seatOf(row).value, rows().indexOf(row) + 1]));
  const options = [...seatOf(rows()[0]).options].filter((option) => option.value);
  for (const option of options) {
    let chip = $$(".chip", box).find((c) => c.dataset.player === option.value);
    if (!chip) {
      chip = document.createElement("button");
      chip.type = "button";
      chip.className = "chip";
      chip.dataset.player = option.value;
      chip.append(Object.assign(document.createElement("bdi"), { textContent: option.textContent.trim() }));
      box.insertBefore(chip, $(".chip-new", box));
    }
    chip.setAttribute("aria-pressed", String(at.has(option.value)));
  }
}

function changed(words) {
  show();
  if (words) say(words);
  if (seated().length === players) return;
  players = seated().length;
  htmx.trigger($("#rules"), "seats"); // other presets fit another number of players
}

function seat(value, name) {
  const free = rows().find((row) => !seatOf(row).value);
  if (!free) return say("The table is full: ten players at most.");
  seatOf(free).value = value;
  changed(`${name}, seat ${rows().indexOf(free) + 1}`);
}

// Those after the one who gets up move up, so that no gap is left.
function unseat(row) {
  const name = nameOf(seatOf(row));
  const list = rows();
  for (let i = list.indexOf(row); i < list.length - 1; i++) swap(list[i], list[i + 1], false);
  seatOf(list.at(-1)).value = "";
  if (dealOf(list.at(-1)).checked) $("input[name=dealer][value=draw]").checked = true;
  changed(`${name} is not at the table`);
}

// Two rows change their players, totals and, if it goes with the player, the mark of the dealer.
function swap(a, b, withDeal = true) {
  for (const get of [seatOf, totalOf]) [get(a).value, get(b).value] = [get(b).value, get(a).value];
  if (dealOf(a).checked && withDeal) dealOf(b).checked = true;
  else if (dealOf(b).checked) dealOf(a).checked = true;
}

const totalOf = (row) => $$("[data-paper] input")[rows().indexOf(row)];

function move(row, step) {
  const list = seated();
  const other = list[(list.indexOf(row) + step + list.length) % list.length];
  if (!other || other === row) return;
  swap(row, other);
  changed(`${nameOf(seatOf(other))}, seat ${rows().indexOf(other) + 1}`);
  $(`[data-step="${step}"]`, other).focus();
}

function draw() {
  const list = seated();
  for (let i = list.length - 1; i > 0; i--) swap(list[i], list[below(i + 1)]);
  changed(`Drawn: ${seated().map((row) => nameOf(seatOf(row))).join(", ")}`);
}

// A whole number from 0 to below n, every one as likely.
function below(n) {
  const most = Math.floor(2 ** 32 / n) * n;
  for (;;) {
    const [number] = crypto.getRandomValues(new Uint32Array(1));
    if (number < most) return number % n;
  }
}

function add() {
  const field = $("#add_name");
  const name = field.value.trim().replace(/\s+/g, " ");
  if (!name) return field.focus();
  const options = [...seatOf(rows()[0]).options];
  const same = (option) => option.value && option.textContent.trim().toLocaleLowerCase() === name.toLocaleLowerCase();
  let value = options.find(same)?.value;
  if (!value) {
    value = `n:${name}`;
    for (const row of rows()) seatOf(row).append(new Option(name, value));
  }
  field.value = "";
  if (!seated().some((row) => seatOf(row).value === value)) seat(value, name);
  field.focus();
}

function showMoving() {
  $("#seats").classList.toggle("moving", moving);
  const button = $("[data-move]");
  button.setAttribute("aria-pressed", String(moving));
  button.textContent = moving ? "Done moving" : "Move";
  for (const box of $$(".seat-moves")) box.hidden = !moving;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("#new-game button");
  if (!button) return;
  const row = button.closest("[data-seat]");
  if (button.dataset.player) {
    const at = seated().find((r) => seatOf(r).value === button.dataset.player);
    if (at) unseat(at);
    else seat(button.dataset.player, button.textContent);
  } else if (button.dataset.step) {
    move(row, Number(button.dataset.step));
  } else if ("move" in button.dataset) {
    moving = !moving;
    showMoving();
  } else if ("draw" in button.dataset) {
    event.preventDefault();
    draw();
  } else if ("add" in button.dataset) {
    event.preventDefault();
    add();
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target.id !== "add_name" || event.isComposing) return;
  event.preventDefault();
  add();
});

// Somebody chosen twice changes places with whoever sat there.
document.addEventListener("focusin", (event) => {
  if (event.target.matches("#seats select")) event.target.dataset.before = event.target.value;
});
document.addEventListener("change", (event) => {
  const select = event.target;
  if (!select.matches("#seats select")) return;
  const other = rows().map(seatOf).find((s) => s !== select && s.value && s.value === select.value);
  if (other) other.value = select.dataset.before ?? "";
  select.dataset.before = select.value;
  changed("");
});

// A total that is over the limit already ends the game with the next hand: said, and not refused.
function warn() {
  const limit = Number($("#limit").value);
  const over = seated().find((row) => totalOf(row).value && Number(totalOf(row).value) >= limit);
  const line = $("#paper-over");
  line.hidden = !over || !limit;
  const words = over ? `${nameOf(seatOf(over))} already has ${totalOf(over).value}: a game to ${limit} ends after the next hand.` : "";
  if (line.textContent !== words) line.textContent = words;
}

document.addEventListener("input", (event) => {
  if (event.target.closest("[data-paper], #limit")) warn();
});

document.addEventListener("click", (event) => {
  if (!event.target.matches("[data-rules-open]")) return;
  event.preventDefault();
  const fold = $("#rules-fold");
  fold.open = true;
  fold.scrollIntoView();
  $("summary", fold).focus();
});

// The line beside the button says what the rules are now.
function follow() {
  const [line, now] = [$("[data-rules-line]"), $(".rules-summary").textContent];
  if (line.textContent === now) return;
  line.textContent = now;
  $("[data-as-last]")?.remove();
}

document.addEventListener("htmx:after:swap", () => {
  furnish();
  follow();
  warn();
});
furnish();
warn();
