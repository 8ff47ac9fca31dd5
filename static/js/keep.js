// By HTTPS: the table, and for whoever records the form too, are kept on this phone by the service worker, so that
// one look at the table is enough to record without a network. See worker.js.

export function keepOnPhone(board) {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const tell = async (message) => (await serviceWorker.ready).active.postMessage(message);

  let version;
  function keep() {
    const { dataset } = board() ?? {};
    if (!dataset || dataset.version === version) return;
    ({ version } = dataset);
    const record = board().querySelector("a[href$='/hands/new']");
    tell({ kept: [location.pathname, `${location.pathname}/rules`, ...(record ? [record.pathname] : [])] });
  }

  addEventListener("load", keep);
  document.addEventListener("htmx:after:swap", keep);
  document.addEventListener("htmx:before:response", ({ detail: { ctx } }) => {
    const { raw, status } = ctx.response;
    if (ctx.sourceElement === board() && status === 404 && raw.headers.has("Scorekeeper")) tell({ gone: location.pathname });
  });
}
