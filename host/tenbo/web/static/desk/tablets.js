// A tablet or phone as the device of a table: the table's address for its camera, until the table is there.
import { ask } from "../live/acts.js";
import { live } from "../live/live.js";
import { html, nothing } from "../parts/element.js";
import { field, fields_of } from "../parts/form.js";
import { say } from "../words.js";
import { DeskPart, section } from "./part.js";
import { is_here } from "./words.js";

class DeskTablets extends DeskPart {
  get follows() {
    return true;
  }

  show() {
    if (!this.is_open) return html`<p class="buttons"><button type="button" @click=${() => this.open()}>${say("Add a tablet or phone")}</button></p>`;
    const act = (event) => {
      event.preventDefault();
      this.find(fields_of(event.target));
    };
    return section(
      "tablets-head",
      say("Add a tablet or phone"),
      html`<form @submit=${act}>
          ${field(this.doing, "tablet", "table", say("Table"), { kind: "number", value: this.table, min: 1, max: 250, required: true })}
          ${field(this.doing, "tablet", "address", say("Address at which phones reach this computer"), { value: is_here() ? "" : location.host, placeholder: "192.168.1.7:8484", maxlength: 120 })}
          ${this.submit("tablet", say("Show the code"))}
          <button type="button" class="quiet" @click=${() => this.close()}>${say("Hide the code")}</button>
        </form>
        ${this.doing.view("tablet")} ${this.found ? this.code() : nothing}
        <p class="note">${say("To use a phone only for watching, log in with a code:")} <a href="#join">${say("Access")}</a></p>`,
      true,
    );
  }

  // For the first table that has no device.
  open() {
    this.table = 1;
    while (live.tables.get(this.table)?.device) this.table += 1;
    this.is_open = true;
    this.draw();
    this.find({ table: this.table, ...(is_here() ? {} : { address: location.host }) });
  }

  close() {
    this.is_open = false;
    this.found = undefined;
    this.doing.set("tablet", {});
  }

  async find({ table, ...address }) {
    this.found = undefined;
    this.doing.set("tablet", { busy: true });
    const had = live.tables.get(table)?.device;
    try {
      this.found = { had, ...(await ask(`/v1/tables/${table}/tablet?${new URLSearchParams(address)}`)) };
      this.doing.set("tablet", {});
    } catch (error) {
      this.doing.set("tablet", { bad: error.message, at: error.at });
      this.querySelector('[aria-invalid="true"]')?.focus();
    }
  }

  code() {
    const { table, link, picture, wifi, wifi_picture, had } = this.found;
    return html`<ol class="camera">
        ${wifi
          ? html`<li>
              <h3>${say("First join the Wi-Fi")} <code>${wifi}</code></h3>
              ${wifi_picture ? html`<img src=${wifi_picture} alt="" width="180" height="180">` : nothing}
            </li>`
          : nothing}
        <li>
          <h3>${say("Table {}", table)} ${this.state(table, had)}</h3>
          <img src=${picture} alt="" width="180" height="180">
          <div>
            <p>${say("Point the device's camera at the QR code and open the address. Once is enough.")}</p>
            <p>${say("Or type the address:")} <code>${link}</code></p>
            <p class="note">${say("The QR code is the key to table {}: keep it away from other people's cameras.", table)}</p>
          </div>
        </li>
      </ol>
      <p><a href="#files">${say("Posters for tablets")}</a></p>`;
  }

  // Whether the tablet is there now, or would have to wait for the game of another device.
  state(table, had) {
    const there = live.tables.get(table);
    if (had) return html`<span class="old" role="status">${say("Table {} already has a device. To move its game to a new device, use Spares.", table)}</span>`;
    return there?.state === "following" && there.device ? html`<span class="chip well" role="status">✓ ${say("Table {} is connected.", table)}</span>` : nothing;
  }
}
customElements.define("tenbo-desk-tablets", DeskTablets);
