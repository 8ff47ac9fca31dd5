// What happened while this device was on another page (it recorded a hand, or somebody else did) is said once:
// the notice is focused, which reads it, and what follows goes to the status line. Where nothing about a hand is
// new (the game was ended, the rules were changed), what the page says first is focused. While the page stands, the
// server's answers say it by themselves, and the focus moves only if what had it is gone.

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

  const focus = (news = document.querySelector("#winner, #felt-words")) => {
    news.tabIndex = -1;
    news.focus({ preventScroll: true });
  };

  if (note()) {
    const notice = document.getElementById("notice");
    focus(notice ?? undefined);
    if (notice) document.getElementById("status").textContent = board().dataset.then;
  }
  let inside = false;
  document.addEventListener("htmx:before:swap", () => { inside = board().contains(document.activeElement); });
  document.addEventListener("htmx:after:swap", () => {
    note();
    if (inside && document.activeElement === document.body) focus();
  });
}
