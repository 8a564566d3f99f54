// The record: everything that the desk has decided, by whom and when; what was a slip is undone.
import { ask } from "../live/acts.js";
import { author } from "../parts/author.js";
import { time_of_day } from "../parts/clock.js";
import { html, nothing } from "../parts/element.js";
import { headed, plural, say } from "../words.js";
import { takebacks } from "./answer.js";
import { DeskPart, section } from "./part.js";
import { recorded } from "./record_text.js";
import { record_kind } from "./words.js";

const PAGE = 100;
const SERVICE = "host";

const day_of = ({ at_ms }) => new Date(at_ms).toLocaleDateString(document.documentElement.lang, { dateStyle: "full" });

// Records by day, the latest first, as [day, records].
function days_of(records) {
  const days = new Map();
  for (const one of records) days.set(day_of(one), [...(days.get(day_of(one)) ?? []), one]);
  return [...days];
}

// Records one by one, but those of the service that follow each other together.
function runs_of(records) {
  const runs = [];
  for (const one of records) {
    const before = runs.at(-1);
    if (one.by === SERVICE && before?.[0].by === SERVICE) before.push(one);
    else runs.push([one]);
  }
  return runs;
}

class DeskRecord extends DeskPart {
  get heading() {
    return say("Record");
  }

  async load() {
    const [records, people] = await Promise.all([ask(`/v1/records?most=${this.most ?? PAGE}`), ask("/v1/players")]);
    Object.assign(this, { records, people: new Map(people.map((one) => [one.player, one.name])) });
  }

  show() {
    const more = () => {
      this.most = (this.most ?? PAGE) + PAGE;
      this.read();
    };
    const wanted = this.records.filter(({ by, kind }) => (!this.by || by === this.by) && (!this.kind || kind === this.kind));
    return section(
      "record-head",
      say("All changes"),
      html`${this.doing.view("record")}
        <p class="buttons filters">${this.filter("by", say("Who"), say("Everybody"), author)} ${this.filter("kind", say("What"), say("Everything"), record_kind)}</p>
        ${wanted.length ? nothing : html`<p>${this.records.length ? say("No matching changes.") : say("No changes have been recorded yet.")}</p>`}
        ${days_of(wanted).map(([day, records]) => html`<h3>${day}</h3>
          <ol class="record" reversed>
            ${runs_of(records).map((run) => (run.length > 1 ? this.fold(run) : this.line(run[0])))}
          </ol>`)}
        ${this.records.length && this.records.at(-1).n > 0 ? html`<p class="buttons">${this.button("record", say("Show earlier changes"), more)}</p>` : nothing}`,
    );
  }

  // Those of one person, or of one kind, among what was read.
  filter(name, label, all, text) {
    const values = [...new Set(this.records.map((one) => one[name]))].sort();
    const choose = ({ target }) => {
      this[name] = target.value;
      this.draw();
    };
    return html`<label class="field">${label}
      <select @change=${choose}>
        <option value="">${all}</option>
        ${values.map((one) => html`<option value=${one} .selected=${one === this[name]}>${text(one)}</option>`)}
      </select>
    </label>`;
  }

  // What the service has recorded by itself, many in a row.
  fold(run) {
    return html`<li class="run" value=${run[0].n}><details>
      <summary>${plural(run.length, "{} entry by the service", "{} entries by the service")}</summary>
      <ol class="record" reversed>${run.map((one) => this.line(one))}</ol>
    </details></li>`;
  }

  line(one) {
    const [[path, fields]] = takebacks([one.n]);
    const undo = () => this.send("record", path, fields, () => say("Undone: {}", record_kind(one.kind)));
    return html`<li value=${one.n} data-counts=${one.counts}>
      <strong>${author(one.by)}</strong> <time datetime=${new Date(one.at_ms).toISOString()}>${time_of_day(one.at_ms)}</time>
      <span class="what">${headed(record_kind(one.kind), recorded(one, this.people, this.records))}</span>
      ${one.counts ? nothing : html`<em>${say("undone")}</em>`}
      ${one.may_be_taken_back ? html`<button type="button" class="quiet" ?disabled=${this.doing.busy("record")} @click=${undo}>${say("Undo")}</button>` : nothing}
    </li>`;
  }
}
customElements.define("tenbo-desk-record", DeskRecord);
