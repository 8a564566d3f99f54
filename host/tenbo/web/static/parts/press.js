// While a button is pressed the page stays as it is: a click needs both of its ends on the same one, which what is drawn
// meanwhile would move away from under the finger, or replace.
const PRESSED = "button, a, summary, label";
// A finger that has gone so far drags something, and a page is never kept for longer.
const FAR_PX = 10;
const MOST_MS = 10_000;
// The click of a finger comes a moment after it was lifted.
const CLICK_MS = 100;

let pressed;
let ending;
const waiting = new Set();

// Have an element paint itself, now or when nothing is pressed any more. What was never painted is not pressed.
export function paint_unless_pressed(element) {
  if (pressed && element.was_painted) waiting.add(element);
  else {
    element.was_painted = true;
    element.paint();
  }
}

function release_in(ms) {
  clearTimeout(ending);
  ending = setTimeout(release, ms);
}

function release() {
  clearTimeout(ending);
  pressed = undefined;
  const elements = [...waiting];
  waiting.clear();
  for (const element of elements) if (element.isConnected) element.paint();
}

addEventListener("pointerdown", ({ target, button, clientX, clientY }) => {
  if (button || !target.closest?.(PRESSED)) return;
  pressed = [clientX, clientY];
  release_in(MOST_MS);
}, true);
addEventListener("pointermove", ({ clientX, clientY, buttons }) => {
  if (pressed && (!buttons || Math.hypot(clientX - pressed[0], clientY - pressed[1]) > FAR_PX)) release();
}, true);
addEventListener("pointerup", () => pressed && release_in(CLICK_MS), true);
addEventListener("pointercancel", () => pressed && release(), true);
addEventListener("blur", () => pressed && release());
// What the click itself changes is drawn at once; what has waited follows it.
addEventListener("click", () => {
  if (!pressed) return;
  pressed = undefined;
  release_in(0);
}, true);
