// The firmware of the tables, brought up to date one board after the other: which have another, how far it is, what failed.
import { ask } from "../live/acts.js";
import { live } from "../live/live.js";
import { why_text } from "../live/refusals.js";
import { html, nothing } from "../parts/element.js";
import { headed, plural, say } from "../words.js";
import { DeskPart, section } from "./part.js";
import { ranges } from "./words.js";

const OVER = ["done", "failed"];

class DeskFirmware extends DeskPart {
  get follows() {
    return true;
  }

  connectedCallback() {
    this.take = ({ detail }) => {
      this.told = detail;
      this.draw();
    };
    addEventListener("tenbo-firmware", this.take);
    super.connectedCallback();
  }

  disconnectedCallback() {
    removeEventListener("tenbo-firmware", this.take);
    super.disconnectedCallback();
  }

  async load() {
    this.told = await ask("/v1/firmware");
    // What someone has ticked or not, by table.
    this.ticked ??= new Map();
  }

  show() {
    const { firmware, working, tables } = this.told;
    return section(
      "firmware-head",
      say("Firmware"),
      html`<p>${say("Firmware on this computer: {}. An update leaves games, settings and ledgers unchanged.", firmware)}</p>
        ${working ? nothing : this.choice()} ${tables.length ? html`<ul class="steps">${tables.map((one) => this.progress(one))}</ul>` : nothing}
        ${this.doing.view("firmware")}`,
      true,
    );
  }

  // The tables that are there, those with another firmware chosen already.
  choice() {
    const there = [...live.tables.values()].filter((table) => table.state === "following");
    if (!there.length) return html`<p>${say("No table with a number is connected.")}</p>`;
    const is_chosen = ({ table, firmware }) => this.ticked.get(table) ?? firmware !== this.told.firmware;
    const tables = there.filter(is_chosen).map(({ table }) => table);
    const act = async (event) => {
      event.preventDefault();
      if (await this.send("firmware", "/v1/firmware", { tables }, () => "")) this.ticked.clear();
    };
    const tick = (table) => ({ target }) => {
      this.ticked.set(table, target.checked);
      this.draw();
    };
    return html`<form @submit=${act}>
      ${there.map(
        (table) => html`<label class="check"><input type="checkbox" name="tables" value=${table.table} .checked=${is_chosen(table)} @change=${tick(table.table)}>
          ${say("Table {}", table.table)} <small>${table.firmware}</small></label>`,
      )}
      ${tables.length ? this.submit("firmware", plural(tables.length, "Update table {}", "Update tables {}", ranges(tables))) : html`<p>${say("Choose the tables to update.")}</p>`}
    </form>`;
  }

  progress(board) {
    const { table, state, done, of } = board;
    const words = {
      waiting: say("waiting its turn"),
      to_prompt: say("stopping its firmware"),
      writing: say("{} of {} files written", done, of),
      restarting: say("restarting"),
      back: say("did not start: restoring the old firmware"),
      done: say("has firmware {}", this.told.firmware),
      failed: say("was not updated"),
    };
    const name = say("Table {}", table);
    return html`<li data-table=${table} data-state=${state}>
      <strong>${name}</strong> ${state === "failed" ? html`<span class="old" role="alert">${headed(words[state], why_text(board))}</span>` : words[state]}
      ${OVER.includes(state) || state === "waiting"
        ? nothing
        : html`<progress aria-label=${name} max=${of || 1} value=${state === "writing" || state === "restarting" ? done : 0}></progress>`}
    </li>`;
  }
}
customElements.define("tenbo-desk-firmware", DeskFirmware);
