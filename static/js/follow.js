// htmx asks for the board every moment; this holds it back while nobody looks, and asks at once when somebody
// looks again: a page that comes back from the browser's cache would show an old board.

export function follow(board) {
  const ask = () => board()?.dispatchEvent(new Event("refresh"));

  document.addEventListener("htmx:before:request", (event) => {
    if (document.hidden && event.detail.ctx.sourceElement === board()) event.preventDefault();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) ask();
  });
  addEventListener("pageshow", (event) => {
    const [arrival] = performance.getEntriesByType("navigation");
    if (event.persisted || arrival?.type === "back_forward") ask();
  });
}
