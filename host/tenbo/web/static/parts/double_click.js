// A double click presses one button: its second click is not taken by another button that has come to lie there.
const DOUBLE_MS = 800;
const NEAR_PX = 12;

// Whether a click is the second one of a double click, on a button that has been replaced or moved away, or says something
// else now. A click by a key has no place; both are of the same hand when they come so soon.
export function is_stray(before, click) {
  if (!before || click.at - before.at > DOUBLE_MS) return false;
  const by_key = before.x === 0 && before.y === 0 && click.x === 0 && click.y === 0;
  const near = Math.abs(click.x - before.x) <= NEAR_PX && Math.abs(click.y - before.y) <= NEAR_PX;
  if (!by_key && !near) return false;
  return before.button === click.button ? before.text !== click.text : !by_key || !before.button.isConnected;
}

// Take such clicks away from all buttons, links and folded parts within an element. A form that is sent by Enter clicks its button, too.
export function guard(element, now = () => performance.now()) {
  let before;
  element.addEventListener(
    "click",
    (event) => {
      const button = event.target.closest("button, summary, a");
      if (!button) return;
      const click = { button, text: button.textContent, x: event.clientX, y: event.clientY, at: now() };
      if (is_stray(before, click)) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
      before = click;
    },
    true,
  );
}
