// An act of the desk as a small form: it is sent, answered beneath, and a question is asked where one is to be answered.
//
// What is wrong with a field is told at that field. A yes counts for what its question told: it goes with the number
// of the last record that was seen then, and what another person has recorded since about the same thing is told first.
import { act } from "../live/acts.js";
import { html, nothing } from "./element.js";
import { say } from "../words.js";
import { points_in } from "./points.js";

// The words of the button that was pressed last, which the answer to a question repeats. Enter in a field presses one, too.
let pressed = "";
document.addEventListener("click", ({ target }) => (pressed = target.closest?.("button")?.textContent.trim().replace(/\s*\.\.\.$/, "") ?? pressed), true);

// What is wrong, or is asked, is read without a search for it: at its field, else beneath the form.
function show_answer(name, at) {
  const told = document.getElementById(`${name}-${at}-wrong`) ?? document.querySelector(`.answer[data-of="${CSS.escape(name)}"] .bad`);
  told?.scrollIntoView({ block: "nearest" });
}

// What is being done, for each form of a page by its name; `draw` shows it. `seen` gives the number of the last record
// that the page has read, and `look` reads everything again, after an act and when others have acted; `says` is why
// something was not done, `asks` what a question of the service is for the reader. `announce` shows what was done elsewhere
// than beneath the form, and returns whether it does.
export class Doing {
  constructor(draw, { seen = () => undefined, look = async () => {}, says = (error) => error.message, asks = (error) => error.message, announce = () => false } = {}) {
    Object.assign(this, { draw, seen, look, says, asks, announce });
    this.told = new Map();
    this.seats = new Map();
  }

  // The fields of a form in which players are typed, seat by seat; `names` has their names by number. One of several
  // players who is wrong is told at the last of the fields that have that player.
  seat_fields(name, fields, names = {}) {
    this.seats.set(name, { fields, names });
  }

  field_of(name, { at, params }, players = []) {
    const { fields, names } = this.seats.get(name) ?? { fields: [] };
    // A field of a record stands in its `fields`.
    at = at?.replace(/^(records\[\d+\]\.)?fields\./, "");
    const wrong = String(params?.player ?? params?.number ?? params?.name ?? "");
    return (at === "players" && fields[players.map(String).findLastIndex((one) => one === wrong || one === names[wrong])]) || at;
  }

  // Do it; what is asked first is shown with the two answers.
  async send(name, path, fields, done = () => say("Saved"), seen = this.seen(), words = pressed) {
    this.set(name, { busy: true });
    try {
      const answer = await act(path, seen === undefined ? fields : { ...fields, seen });
      await this.look();
      const good = done(answer);
      const here = this.announce(good, answer) ? nothing : good;
      this.set(name, { good: answer?.read_as ? html`${here} ${read_as(answer.read_as)}` : here });
      return answer;
    } catch (error) {
      if (error.at === "yes") {
        this.question(name, await this.asks(error), path, { ...fields, yes: true }, done, seen, words);
      } else if (error.at === "seen") {
        await this.look();
        // Any was confirmed before, it was without knowing this.
        const { yes, ...again } = fields;
        this.question(name, await this.asks(error), path, again, done, this.seen(), words);
      } else {
        this.set(name, { bad: this.says(error), at: this.field_of(name, error, (fields.fields ?? fields).players) });
      }
      return undefined;
    }
  }

  // Ask before something is done that the service would do without asking.
  question(name, question, path, fields, done, seen = this.seen(), words = pressed) {
    // Who waits for the answer gets that of the act, also where a second question follows the first.
    const yes = async () => {
      const answer = (await this.send(name, path, fields, done, seen, words)) ?? (await this.confirmed(name));
      told.settle?.(answer);
    };
    const told = { question, words, yes };
    this.set(name, told);
  }

  // The answer of an act that its question has held up, once it is confirmed; nothing where nothing is asked.
  async confirmed(name) {
    const told = this.told.get(name);
    return told?.question ? new Promise((settle) => Object.assign(told, { settle })) : undefined;
  }

  set(name, what) {
    this.told.set(name, what);
    this.draw();
    if (what.bad || what.question) show_answer(name, what.at);
  }

  // A new attempt begins without what was wrong with the one before.
  forget_wrong() {
    for (const [name, { bad }] of this.told) if (bad) this.told.delete(name);
    this.draw();
  }

  busy(name) {
    return Boolean(this.told.get(name)?.busy);
  }

  // What is wrong with a field of a form, or nothing; it is told there, and not beneath the form once more.
  wrong_at(name, field) {
    const told = this.told.get(name);
    if (!told?.bad || told.at !== field) return undefined;
    told.told_at_field = true;
    return told.bad;
  }

  // What was done, where it does not stand beneath the form.
  view_done(name) {
    const { good } = this.told.get(name) ?? {};
    return good ? html`<div class="answer" role="status">${good}</div>` : nothing;
  }

  // What came of it, or what is asked; drawn after the fields of the form.
  view(name, with_done = true) {
    const { busy, good, bad, told_at_field, question, words, yes } = this.told.get(name) ?? {};
    return html`<div class="answer" data-of=${name} aria-live="polite">
      ${busy ? "..." : nothing} ${with_done && good ? good : nothing}
      ${bad && !told_at_field ? html`<span class="bad" role="alert">${bad}</span>` : nothing}
      ${question
        ? html`<span class="bad" role="alert">${question}</span>
            <button type="button" class="danger" data-answer="yes" @click=${yes}>${words ? say("Yes: {}", words) : say("Yes")}</button>
            <button type="button" @click=${() => this.set(name, {})}>${say("No")}</button>`
        : nothing}
    </div>`;
  }
}

// What a command line says of such a file, too: no letters tell for certain in which encoding rare names were saved.
const read_as = (encoding) => html`<p role="status">${say("The file is not UTF-8: it was read as {}. Check that the names are right.", encoding)}</p>`;

// The fields of a form as they are sent: numbers where an input is one, nothing for what was left empty.
export function fields_of(form) {
  const fields = {};
  for (const input of form.elements) {
    if (!input.name || input.value === "" || input.type === "file") continue;
    if (input.type === "checkbox") fields[input.name] = input.checked;
    else fields[input.name] = value_of(input);
  }
  return fields;
}

// What is typed for points and is no number goes as it stands: the service says what is wrong with it.
function value_of(input) {
  if (input.type === "number") return Number(input.value);
  const number = "points" in input.dataset ? points_in(input.value) : NaN;
  return Number.isNaN(number) ? input.value : number;
}

// An input with its label, and beneath it what the service says is wrong with it. `kind` is the type of the input, "points"
// for such as people write with their thousands apart, which a browser's own number takes for 25, or "select" with `options` as [value, text]. A value that changes meanwhile is shown where no one has typed another.
// `wrong_by` is the id of a sentence elsewhere that says what is wrong with it.
export function field(doing, form, name, label, { kind = "text", value, options = [], ...more } = {}) {
  const wrong = doing.wrong_at(form, name);
  const id = `${form}-${name}`;
  const invalid = wrong || more.wrong_by ? "true" : nothing;
  const described = wrong ? `${id}-wrong` : (more.wrong_by ?? nothing);
  const required = Boolean(more.required);
  const input =
    kind === "select"
      ? html`<select name=${name} ?required=${required} aria-invalid=${invalid} aria-describedby=${described} @change=${more.change ?? nothing}>
          ${options.map(([one, text]) => html`<option value=${one} ?selected=${String(one) === String(value ?? "")}>${text}</option>`)}
        </select>`
      : html`<input name=${name} type=${kind === "points" ? "text" : kind} ?data-points=${kind === "points"} autocomplete="off" value=${String(value ?? "")} min=${more.min ?? nothing}
            max=${more.max ?? nothing} maxlength=${more.maxlength ?? nothing}
            list=${more.list ?? nothing} placeholder=${more.placeholder ?? nothing} ?required=${required}
            aria-invalid=${invalid} aria-describedby=${described}>`;
  return html`<label class="field">${label} ${input} ${wrong ? html`<span class="bad" role="alert" id=${described}>${wrong}</span>` : nothing}</label>`;
}

export const check_box = (name, label, checked = false) =>
  html`<label class="check"><input name=${name} type="checkbox" ?checked=${checked}> ${label}</label>`;

// A file to choose. The browser's own button speaks the browser's language and not the page's, so it is there for keys and
// screen readers alone; an `output` is empty again when its form is.
// The bytes of a chosen file for the service, which knows more encodings than UTF-8.
export async function in_base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

export const file_field = (name, label, accept) => {
  const chosen = ({ target }) => (target.parentElement.querySelector("output").value = target.files[0]?.name ?? "");
  return html`<label class="field file">${label}
    <span class="choose">
      <input class="unseen" name=${name} type="file" accept=${accept} required @change=${chosen}>
      <span class="button">${say("Choose a file")}</span> <output class="name" data-none=${say("No file chosen")}></output>
    </span></label>`;
};
