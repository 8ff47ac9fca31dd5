// House rules come from the server after every choice: what was folded open stays so, its choices are taken over.

let opened = new Set();

document.addEventListener("htmx:before:swap", () => {
  opened = new Set([...document.querySelectorAll("details[open][id]")].map((details) => details.id));
});

// A morph changes the attribute `checked`; a control that was tapped looks at it no more.
document.addEventListener("htmx:after:swap", () => {
  for (const details of document.querySelectorAll("details[id]")) if (opened.has(details.id)) details.open = true;
  for (const input of document.querySelectorAll("#rules [type=radio], #rules [type=checkbox]")) {
    input.checked = input.defaultChecked;
  }
});
