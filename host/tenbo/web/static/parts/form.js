// An act of the desk as a small form: it is sent, answered beneath, and a question is asked where one is to be answered.
import { act } from "../live/acts.js";
import { html, nothing } from "./element.js";
import { say } from "../words.js";

const QUESTION_END = / \(--yes when it is meant\)$/;

// What is being done, for each form of a page by its name; `draw` shows it.
export class Doing {
  constructor(draw) {
    this.draw = draw;
    this.told = new Map();
  }

  // Do it; what is asked first is shown with the two answers.
  async send(name, path, fields, done = () => say("done")) {
    this.set(name, { busy: true });
    try {
      const answer = await act(path, fields);
      this.set(name, { good: done(answer) });
      return answer;
    } catch (error) {
      if (error.at === "yes") {
        const yes = () => this.send(name, path, { ...fields, yes: true }, done);
        this.set(name, { question: error.message.replace(QUESTION_END, ""), yes });
      } else {
        this.set(name, { bad: error.message });
      }
      return undefined;
    }
  }

  set(name, what) {
    this.told.set(name, what);
    this.draw();
  }

  // What came of it, or what is asked.
  view(name) {
    const { busy, good, bad, question, yes } = this.told.get(name) ?? {};
    return html`<p class="answer" aria-live="polite">
      ${busy ? "..." : nothing} ${good ?? nothing}
      ${bad ? html`<span class="bad" role="alert">${bad}</span>` : nothing}
      ${question
        ? html`<span class="bad" role="alert">${question}</span>
            <button type="button" @click=${yes}>${say("Yes, do it")}</button>
            <button type="button" @click=${() => this.set(name, {})}>${say("No")}</button>`
        : nothing}
    </p>`;
  }
}

// The fields of a form as they are sent: numbers where an input is one, nothing for what was left empty.
export function fields_of(form) {
  const fields = {};
  for (const input of form.elements) {
    if (!input.name || input.value === "") continue;
    fields[input.name] = input.type === "number" ? Number(input.value) : input.value;
  }
  return fields;
}
