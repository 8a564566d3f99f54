// A stroke over the keys: from one tile of a suit to another lays down all between, so that a run is one movement. A press
// is the shortest of them: a finger that trembles a little would make no click.
import { Declared } from "./declared_hand.js";

const key_of = (node) => node?.closest?.("button.key:not(:disabled)");

// `laid` is called with the tiles of a stroke, and with `done` when the finger has left; a stroke that goes elsewhere is none.
export function strokes(element, laid) {
  let first;
  let at;
  const over = (event) => {
    const key = key_of(document.elementFromPoint(event.clientX, event.clientY));
    const [from, to] = [first?.dataset.tile, key?.dataset.tile];
    if (from && from === to) return [from];
    return from && to && from[1] === to[1] && to[1] !== "z" ? Declared.stroke(from, to) : [];
  };
  let answered = false;
  const end = (event) => {
    if (!first) return;
    const tiles = event.type === "pointerup" ? over(event) : [];
    first = undefined;
    answered = tiles.length > 0;
    laid(tiles, answered);
  };
  // Keys and a screen reader press without a pointer. The click behind a stroke has been answered, wherever it falls: what
  // the stroke laid down may have moved something else under the finger.
  document.addEventListener("click", (event) => {
    if (answered && event.detail) {
      event.stopPropagation();
      event.preventDefault();
    }
    answered = false;
  }, true);
  document.addEventListener("pointerdown", () => (answered = false), true);
  element.addEventListener("pointerdown", (event) => {
    at = [event.clientX, event.clientY];
    first = event.isPrimary && event.button === 0 ? key_of(event.target) : undefined;
  });
  element.addEventListener("pointermove", (event) => first && laid(over(event), false));
  // A stroke is no throw of the page, which would swallow the tap that follows.
  element.addEventListener("touchmove", (event) => {
    const [{ clientX, clientY }] = event.touches;
    const sideways = first && Math.abs(clientX - at[0]) >= Math.abs(clientY - at[1]);
    if (sideways && event.cancelable) event.preventDefault();
  }, { passive: false });
  element.addEventListener("pointerup", end);
  element.addEventListener("pointercancel", end);
  element.addEventListener("pointerleave", end);
}
