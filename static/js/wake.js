// The screen stays on while a hand is being played. Browsers let go of it whenever the page is hidden, and some
// have no wake lock at all, or none over plain http: then the phone does as it always does.

export function keepAwake(inPlay) {
  let lock = null;
  let asking = false;

  async function settle() {
    if (!inPlay()) {
      lock?.release();
      lock = null;
      return;
    }
    if (lock || asking || document.hidden || !navigator.wakeLock) return;
    asking = true;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { lock = null; });
    } catch {
      // The phone is low on power, or the page has just been hidden; the next settle() asks again.
    } finally {
      asking = false;
    }
    if (lock && !inPlay()) settle();
  }

  document.addEventListener("visibilitychange", settle);
  document.addEventListener("htmx:after:swap", settle);
  settle();
}
