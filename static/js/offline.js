// On every page: what could not be sent goes out from whichever is open, and by HTTPS, which alone gives a service
// worker, that one is in its place.

const waits = () => {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith("scorekeeper.outbox."));
  } catch {
    return false; // this browser keeps nothing
  }
};
const look = () => waits() && import("./waiting.js").catch(() => {}); // with no network: the next time

look();
addEventListener("pageshow", look);
addEventListener("storage", look);
addEventListener("load", () => { // after what is seen
  const { serviceWorker } = navigator;
  (serviceWorker?.register("/sw.js") ?? import("./stay.js")).catch(() => {});
});
