// What happened while this device was on another page (it recorded a hand, or somebody else did) is said once:
// the notice is focused, which reads it, and what follows goes to the status line. While the page stands, the
// server's answers do that by themselves.

const KEY = "scorekeeper.seen.";

export function tellNews(board) {
  const note = () => {
    const { game, version } = board().dataset;
    try {
      const seen = sessionStorage.getItem(KEY + game);
      sessionStorage.setItem(KEY + game, version);
      return seen !== null && Number(version) > Number(seen);
    } catch {
      return false; // no storage in this browser's private mode: nothing is new then
    }
  };

  if (note()) {
    document.getElementById("notice")?.focus({ preventScroll: true });
    document.getElementById("status").textContent = board().dataset.then;
  }
  document.addEventListener("htmx:after:swap", note);
}
