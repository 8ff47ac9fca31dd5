// What was tapped in, as data: for the draft of a page that is left, and for an entry that waits.

import { find, form, get } from "./record-hand.js";

const CARRIERS = new Set(["csrf_token", "version", "submission", "about", "hand", "before", "number", "queued"]);
const PREFIX = "scorekeeper.draft.";

export const isCarrier = (name) => CARRIERS.has(name);
const told = (fields) => JSON.stringify(fields.filter(([name, value]) => value && name !== "mode" && !isCarrier(name)));

// `rest`: the numbers that were only given, because nothing else was left.
export const snapshot = () => ({
  fields: [...new FormData(form)].filter(([name]) => name !== "csrf_token"),
  rest: [...form.elements].filter((field) => field.dataset.rest === "1").map((field) => field.name),
});

export function restore({ fields, rest = [] }) {
  const values = (name) => fields.filter(([each]) => each === name).map(([, value]) => value);
  find("#outlook").replaceChildren();
  for (const field of form.elements) {
    if (!field.name || isCarrier(field.name)) continue;
    if (["radio", "checkbox"].includes(field.type)) field.checked = values(field.name).includes(field.value);
    else {
      field.value = values(field.name)[0] ?? "";
      field.dataset.rest = rest.includes(field.name) ? "1" : "";
    }
  }
  // What the server asked is answered still; its question comes anew in this place.
  for (const [name, value] of fields) {
    if (!/^(moon_choice|choice_for|had_)/.test(name)) continue;
    find("#outlook").append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
}

// Another entry: an id of its own.
export const renew = () => { form.elements.submission.value = crypto.getRandomValues(new Uint32Array(4)).join("-"); };
export const blank = () => ({ fields: [["mode", get("mode")]] });

// ---- The draft: of one hand, in this tab ----

const key = () => `${PREFIX}${form.getAttribute("action")}#${get("about")}`;
const untouched = told(snapshot().fields);
export const touched = () => told(snapshot().fields) !== untouched;
export const recording = () => !form.elements.before && !form.elements.number;

export const discard = () => {
  try { sessionStorage.removeItem(key()); } catch { /* nothing is kept here */ }
};

export function keep() {
  if (!touched()) return discard();
  try {
    sessionStorage.setItem(key(), JSON.stringify({ ...snapshot(), version: get("version") }));
  } catch { /* nothing can be kept here */ }
}

// Of the hand this page is about. One that somebody recorded, or changed, meanwhile has none any more.
export function draft() {
  try {
    const [place] = key().split("#");
    const number = (name) => Number(name.split("#").pop());
    const past = (name) => name.startsWith(`${place}#`) && number(name) < number(key());
    if (recording()) for (const name of Object.keys(sessionStorage).filter(past)) sessionStorage.removeItem(name);
    const kept = JSON.parse(sessionStorage.getItem(key()));
    if (kept && (recording() || kept.version === get("version"))) return kept;
    discard();
  } catch { /* nothing is kept here */ }
  return null;
}
