// A page of which a program or a style did not arrive is opened again: no module has run that could say so. It is no module
// itself, and the first that a page loads. A laptop that joins the Wi-Fi gives up all that is under way at that moment.
const AGAIN_MS = 2000;
document.addEventListener(
  "error",
  ({ target }) => {
    if (target.matches?.("script, link[rel=stylesheet]")) setTimeout(() => location.reload(), AGAIN_MS);
  },
  true,
);
