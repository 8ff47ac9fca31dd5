// The start page: the browser's time zone, fields that appear as they are needed, Enter for the next name.

import "./failed.js";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function furnish() {
  const form = document.getElementById("quick-start");
  if (!form || form.dataset.ready) return;
  form.dataset.ready = "";
  if (zone) form.querySelector("[data-zone]").value = zone;
  showNext(form);
}

// Of the fields under "More players" one empty one is enough at a time.
function showNext(form) {
  const seats = [...form.querySelectorAll(".more-seats [data-seat]")];
  const last = seats.findLastIndex((seat) => seat.querySelector("input").value.trim());
  seats.forEach((seat, i) => { seat.hidden = i > last + 1; });
}

// What was wrong with a field is no longer said once it is another one; of two names that are the same, either changes.
function forgive(form, field) {
  const name = "[data-seat] input[type=text]";
  for (const faulty of form.querySelectorAll("[aria-invalid]")) {
    if (faulty !== field && !(faulty.matches(name) && field.matches(name))) continue;
    faulty.removeAttribute("aria-invalid");
    const fault = `${faulty.id}-fault`;
    faulty.setAttribute("aria-describedby", faulty.getAttribute("aria-describedby").replace(fault, "").trim());
    document.getElementById(fault)?.remove();
  }
}

document.addEventListener("input", (event) => {
  const form = event.target.closest("#quick-start");
  if (!form) return;
  forgive(form, event.target);
  showNext(form);
  if (event.target.name === "limit") form.querySelector("[data-limit-shown]").textContent = event.target.value;
});

// Enter goes on to the next empty name; from the last one, or from an empty one, to Deal, and never deals itself.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || !event.target.matches("[data-seat] input[type=text]")) return;
  const fields = [...event.target.form.querySelectorAll("[data-seat] input[type=text]")];
  const shown = fields.filter((field) => !field.closest("details:not([open]), [hidden]"));
  const later = shown.slice(shown.indexOf(event.target) + 1);
  const next = event.target.value.trim() && later.find((field) => !field.value.trim());
  event.preventDefault();
  (next || event.target.form.querySelector(".primary")).focus();
});

document.addEventListener("htmx:after:swap", furnish);
furnish();
