// A link is selected by a tap, copied and sent where the browser can; the host link opens when it is asked for.

const say = (words) => { document.getElementById("status").textContent = words; };

for (const line of document.querySelectorAll("[data-share]")) {
  const field = line.querySelector("input");
  const copy = line.querySelector("[data-copy]");
  const send = line.querySelector("[data-send]");
  field.addEventListener("focus", () => field.select());
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    const done = await copied(field);
    copy.textContent = done ? "Copied" : "Select and copy";
    say(done ? "The link is copied" : "Select the link and copy it");
  });
  if (navigator.share) {
    send.hidden = false;
    send.addEventListener("click", () => navigator.share({ title: line.dataset.share, url: field.value }).catch(() => {}));
  }
}

// Over plain http there is no clipboard to write to, but a selection can still be copied.
async function copied(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
}

const asked = location.hash && document.getElementById(location.hash.slice(1));
if (asked) asked.open = true;
