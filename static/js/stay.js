// By plain http no page opens without a network, and the browser's own error would take this one's place. So where
// the network seems to be gone, a tap on a link first asks whether anybody answers, and stays here if nobody does.

const PATIENCE = 4000; // ms
const gone = () =>
  !navigator.onLine || document.getElementById("stale")?.hidden === false || document.querySelector(".waiting") !== null;

function tell() {
  const known = document.getElementById("stale"); // the table's
  const note = known ?? document.getElementById("stay") ?? Object.assign(document.createElement("p"), { id: "stay" });
  if (!known) document.getElementById("main").prepend(note);
  note.className = "card notice";
  note.textContent = "No connection: no other page opens now. This one stays.";
  note.hidden = false;
  note.scrollIntoView({ block: "nearest" });
  document.getElementById("status").textContent = note.textContent;
}

addEventListener("online", () => document.getElementById("stay")?.remove());
addEventListener("click", async (event) => {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || !gone()) return;
  if (link.target || link.origin !== location.origin || link.href.startsWith(`${location.href.split("#")[0]}#`)) return;
  event.preventDefault();
  try {
    const answer = await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    if (answer.headers.has("Scorekeeper")) location.assign(link.href);
    else tell();
  } catch {
    tell();
  }
});
