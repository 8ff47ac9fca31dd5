// The result goes out by the phone's own share sheet; where there is none, the link leads to a text to copy.

document.addEventListener("click", (event) => {
  const link = event.target.closest("#share");
  if (!link || !navigator.share) return;
  event.preventDefault();
  navigator.share({ text: link.dataset.text }).catch(() => {}); // closed without sharing
});
