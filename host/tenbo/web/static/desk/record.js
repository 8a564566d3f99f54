// The record: everything that the desk has decided, by whom and when; what was a slip is undone.
import { ask } from "../live/acts.js";
import { author } from "../parts/author.js";
import { html, nothing } from "../parts/element.js";
import { headed, say } from "../words.js";
import { takebacks } from "./answer.js";
import { DeskPart, section } from "./part.js";
import { recorded } from "./record_text.js";
import { record_kind } from "./words.js";

const PAGE = 100;

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
    return section(
      "record-head",
      say("Record"),
      html`${this.doing.view("record")}
        <ol class="record" reversed>
          ${this.records.map((one) => this.line(one))}
        </ol>
        ${this.records.length && this.records.at(-1).n > 0 ? html`<p class="buttons">${this.button("record", say("Earlier ones"), more)}</p>` : nothing}`,
    );
  }

  line(one) {
    const moment = new Date(one.at_ms).toLocaleString(document.documentElement.lang, { dateStyle: "short", timeStyle: "medium" });
    const [[path, fields]] = takebacks([one.n]);
    const undo = () => this.send("record", path, fields, () => say("Undone: {}", record_kind(one.kind)));
    return html`<li value=${one.n} data-counts=${one.counts}>
      <strong>${author(one.by)}</strong> <time datetime=${new Date(one.at_ms).toISOString()}>${moment}</time>
      <span class="what">${headed(record_kind(one.kind), recorded(one, this.people))}</span>
      ${one.counts ? nothing : html`<em>${say("undone")}</em>`}
      ${one.may_be_taken_back ? html`<button type="button" class="quiet" ?disabled=${this.doing.busy("record")} @click=${undo}>${say("Undo")}</button>` : nothing}
    </li>`;
  }
}
customElements.define("tenbo-desk-record", DeskRecord);
