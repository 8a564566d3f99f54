// What was done last at this desk, with the way to take it back: beside the heading, and on a phone above its tabs.
//
// It stays until the next act, or for twenty seconds. An undo reverts exactly the records of the act; what records cannot
// take back, such as the clock, sends the opposite.
import { Drawn, html, nothing } from "../parts/element.js";
import { Doing } from "../parts/form.js";
import { say } from "../words.js";
import { asked } from "./confirm.js";

const STAYS_MS = 20_000;
// The reason that a record has which nobody has typed.
export const UNDO = "undo";

let last = {};
const shown = new EventTarget();

function show(answer) {
  clearTimeout(last.timer);
  last = answer;
  if (answer.text) last.timer = setTimeout(() => show({}), STAYS_MS);
  shown.dispatchEvent(new Event("shown"));
}

// Say what an act has done. Only a sentence is announced here: what is longer stands beneath its form. `opposite` are the
// requests that take the act back, where that is not reverting its records.
export function announce(done, answer = {}) {
  const { text, opposite } = typeof done === "string" ? { text: done } : done ?? {};
  if (!text) return false;
  show({ text, opposite, undo: answer.undo ?? [] });
  return true;
}

// The next act begins: what the last one did is known.
export const clear = () => show({});

// The requests that revert records.
export const takebacks = (numbers) => [["/v1/records/batch", { records: numbers.map((of) => ({ kind: "takeback", fields: { of, why: UNDO } })) }]];

class Answer extends Drawn {
  connectedCallback() {
    this.doing = new Doing(() => this.draw(), { asks: asked, announce });
    shown.addEventListener("shown", this);
    this.draw();
  }

  disconnectedCallback() {
    shown.removeEventListener("shown", this);
  }

  handleEvent() {
    this.doing.told.delete("undo");
    this.draw();
  }

  // One request after the other; where one is not done the others are not sent.
  async undo() {
    const { text, undo, opposite, timer } = last;
    clearTimeout(timer);
    const requests = opposite?.length ? opposite : takebacks(undo);
    for (const [at, [path, fields]] of requests.entries()) {
      const is_last = at === requests.length - 1;
      if (!(await this.doing.send("undo", path, fields, () => (is_last ? { text: say("Undone: {}", text), opposite: [] } : undefined)))) return;
    }
  }

  view() {
    const { text, undo, opposite } = last;
    const offers = text && (opposite ? opposite.length : undo.length);
    return html`<div class="done" role="status" ?hidden=${!text}>
      ${text ? html`<span>✓ ${text}</span>` : nothing}
      ${offers ? html`<button type="button" ?disabled=${this.doing.busy("undo")} @click=${() => this.undo()}>${say("Undo")}</button>` : nothing}
      ${text ? this.doing.view("undo") : nothing}
    </div>`;
  }
}
customElements.define("tenbo-desk-answer", Answer);
