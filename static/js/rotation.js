// The hand that is chosen is shown at once.

const choose = document.querySelector("[data-choose]");
const select = choose?.querySelector("select");

select?.addEventListener("change", () => choose.requestSubmit());
