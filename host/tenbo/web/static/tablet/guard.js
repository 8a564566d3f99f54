// A guard while tiles are washed: arms lie on the glass then, and only two fingers that stay there open it again.
import { say } from "../words.js";
import { made } from "./elements.js";
import { settings } from "./settings.js";

// More touches at once than these, between two hands, are arms.
const MOST_TOUCHES = 2;
const HOLD_MS = 1000;
const FINGERS = 2;

export class Guard {
  #element = made("div", { class: "guard", role: "alert", hidden: "" }, ...[0, 1, 2, 3].map(() => made("p", {}, say("Hold two fingers here to unlock"))));
  #touches = new Set();
  #may_lock;
  #timer;

  // `may_lock` returns whether the table is between two hands.
  constructor(root, may_lock) {
    this.#may_lock = may_lock;
    document.body.append(this.#element);
    const down = ({ pointerId, pointerType }) => {
      this.#touches.add(pointerId);
      if (this.#touches.size > MOST_TOUCHES) this.#lock();
      this.#count(pointerType === "mouse" ? 1 : FINGERS);
    };
    const up = ({ pointerId }) => {
      this.#touches.delete(pointerId);
      clearTimeout(this.#timer);
    };
    for (const place of [root, this.#element]) {
      place.addEventListener("pointerdown", down);
      for (const kind of ["pointerup", "pointercancel"]) place.addEventListener(kind, up);
    }
    screen.orientation?.addEventListener("change", () => this.#lock());
  }

  get is_locked() {
    return !this.#element.hidden;
  }

  #lock() {
    if (settings.get("guard") && this.#may_lock()) this.#element.hidden = false;
  }

  #count(fingers) {
    clearTimeout(this.#timer);
    if (!this.is_locked || this.#touches.size !== fingers) return;
    this.#timer = setTimeout(() => (this.#element.hidden = true), HOLD_MS);
  }
}
