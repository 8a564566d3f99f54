// Melds by dragging: tiles of the hand go together to the place of the melds and become one where they can be one; a meld
// that is dragged to the hand is taken back. Mouse, finger and pen alike; buttons and the line can do all of it, too.

const FAR = 6;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const under = ({ clientX, clientY }, selector) => document.elementFromPoint(clientX, clientY)?.closest(selector);

export class Drag {
  // `dropped(tiles)` lays tiles of the hand open, `taken_in(place)` takes a meld back, `gathered(tiles)` says what would be done.
  constructor(element, { dropped, taken_in, gathered }) {
    Object.assign(this, { element, dropped, taken_in, gathered, from: undefined });
    element.addEventListener("pointerdown", (event) => this.begin(event));
    element.addEventListener("pointermove", (event) => this.move(event));
    element.addEventListener("pointerup", (event) => this.end(event, true));
    element.addEventListener("pointercancel", (event) => this.end(event, false));
    // What was dragged was not pressed.
    element.addEventListener("click", (event) => this.moved && event.detail && (event.stopPropagation(), (this.moved = false)), true);
  }

  begin(event) {
    this.moved = false;
    const from = event.target.closest?.(".in-hand, .meld");
    if (!from || !event.isPrimary || event.button !== 0) return;
    Object.assign(this, { from, at: [event.clientX, event.clientY], carried: from.matches(".meld") ? [] : [from] });
  }

  move(event) {
    if (!this.from) return;
    const [dx, dy] = [event.clientX - this.at[0], event.clientY - this.at[1]];
    if (!this.moved && Math.hypot(dx, dy) < FAR) return;
    // Only now: a press that was captured would not be a click on what was pressed. The pointer may leave the element.
    if (!this.moved) this.element.setPointerCapture(event.pointerId);
    this.moved = true;
    // Any tile of the hand is passed comes along.
    const passed = this.carried.length ? under(event, ".in-hand") : undefined;
    if (passed && !this.carried.includes(passed) && this.carried.length < 4) this.carried.push(passed);
    const lifted = this.carried.length ? this.carried : [this.from];
    for (const node of lifted) {
      node.classList.add("lifted");
      if (!still.matches) node.style.translate = `${dx}px ${dy}px`;
    }
    this.gathered(this.carried.length ? this.tiles : undefined);
  }

  get tiles() {
    return this.carried.map((node) => node.dataset.held);
  }

  end(event, counts) {
    if (!this.from) return;
    const { from, carried, tiles } = this;
    for (const node of [from, ...carried]) {
      node.classList.remove("lifted");
      node.style.translate = "";
    }
    const place = counts && this.moved ? under(event, carried.length ? ".melds" : ".held") : undefined;
    this.from = undefined;
    this.gathered(undefined);
    if (place && carried.length) this.dropped(tiles);
    else if (place) this.taken_in(Number(from.dataset.place));
  }
}
