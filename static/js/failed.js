// A form that htmx sent and nobody took: say so beside its button, and let it be pressed again.

function tell(form, words) {
  form.querySelector("[data-failed]")?.remove();
  const line = Object.assign(document.createElement("p"), { className: "fault", textContent: words });
  line.dataset.failed = "";
  line.setAttribute("role", "alert");
  form.querySelector(".thumb").prepend(line);
}

document.addEventListener("htmx:response:error", (event) => {
  const { sourceElement: form, response } = event.detail.ctx;
  if (!form.matches("form") || response.status === 422) return;
  const again = response.status >= 500 ? "Try again in a moment." : "Reload the page and try again.";
  tell(form, `That was not taken (${response.status}). ${again}`);
});

document.addEventListener("htmx:error", (event) => {
  const form = event.detail.ctx?.sourceElement;
  if (form?.matches("form")) tell(form, "No answer came. Everything is still here: try again.");
});

document.addEventListener("htmx:before:request", (event) => {
  event.detail.ctx.sourceElement.querySelector("[data-failed]")?.remove();
});

// Gone on and come back: the page is as it was left, with its button pressed.
window.addEventListener("pageshow", () => {
  for (const button of document.querySelectorAll("form .primary")) button.disabled = false;
});
