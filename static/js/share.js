// The result goes out by the phone's own share sheet; where there is none, the link leads to a text to copy. Its
// button is there where something can be copied; a page over plain http has no clipboard, the text is marked then.

document.addEventListener("click", (event) => {
  const link = event.target.closest("#share");
  if (!link || !navigator.share) return;
  event.preventDefault();
  navigator.share({ text: link.dataset.text }).catch(() => {}); // closed without sharing
});

const copy = document.getElementById("copy");
const text = document.getElementById("text");

text?.addEventListener("focus", () => text.select());
if (copy && navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    const told = document.getElementById("copied");
    try {
      await navigator.clipboard.writeText(text.value);
      told.textContent = "Copied. Paste it into a message.";
    } catch {
      text.focus();
      told.textContent = "The text is marked: copy it from there.";
    }
  });
}
