// htmx asks for the board every moment; this holds it back while nobody looks, and asks at once when somebody
// looks again: a page that comes back from the browser's cache would show an old board. No answer, or a refusal,
// never takes the board away; the page says that it may be old, and asks less often. Nor does an answer that is not
// this application's: a hotel's login page comes with status 200.

import { clock } from "./clock.js";

const PATIENCE = 6000; // ms between two questions while there is no answer

export function follow(board) {
  const ask = () => board()?.dispatchEvent(new Event("refresh"));
  const ours = (event) => event.detail.ctx?.sourceElement === board();
  const { kept } = document.documentElement.dataset; // shown by the service worker, with no network
  let seen = Number(kept) || Date.now();
  let failed = 0;

  function answered(well, words) {
    const stale = document.getElementById("stale");
    if (well) seen = Date.now();
    else if (stale.hidden || words) {
      stale.textContent = words ?? `No connection: the table as of ${clock(seen)}. Trying to reach it again.`;
      document.getElementById("status").textContent = stale.textContent;
    }
    stale.hidden = well;
    failed = well ? 0 : Date.now();
  }
  if (kept) answered(false);

  document.addEventListener("htmx:before:request", (event) => {
    if (ours(event) && (document.hidden || Date.now() - failed < PATIENCE)) event.preventDefault();
  });
  document.addEventListener("htmx:before:response", (event) => {
    const { target, response } = event.detail.ctx;
    const known = response.raw.headers.has("Game-Version") || response.raw.headers.has("HX-Redirect");
    if (ours(event)) answered(response.raw.ok && known);
    if (target === board() && !known) event.preventDefault();
  });
  document.addEventListener("htmx:error", (event) => {
    if (ours(event) && !document.hidden) answered(false);
    const button = event.detail.ctx?.sourceElement.closest("#notice")?.querySelector("button");
    if (button) answered(false, `No connection: ${button.textContent} was not done. Try again.`);
  });

  const now = () => {
    failed = 0;
    ask();
  };
  addEventListener("online", now);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) now();
  });
  addEventListener("pageshow", (event) => {
    const [arrival] = performance.getEntriesByType("navigation");
    if (event.persisted || arrival?.type === "back_forward") now();
  });
}
