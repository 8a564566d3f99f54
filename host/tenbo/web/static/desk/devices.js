// The devices: where each is, how it does and when it was heard; numbers, spares, and a lost game brought back.
import { ask } from "../live/acts.js";
import { error_text, in_capital, remedy_text, why_text } from "../live/refusals.js";
import { lasting } from "../parts/clock.js";
import { html, nothing } from "../parts/element.js";
import { field } from "../parts/form.js";
import { trouble } from "../parts/table-state.js";
import { live } from "../live/live.js";
import { bracketed, headed, listed, plural, say } from "../words.js";
import "./firmware.js";
import "./tablets.js";
import { DeskPart, folded, menu_item, row_menu, section, wide } from "./part.js";
import { WINDS } from "./words.js";

// A younger age is what the word "connected" beside it says.
const NOW_S = 5;

class DeskDevices extends DeskPart {
  get heading() {
    return say("Devices");
  }

  get follows() {
    return true;
  }

  async load() {
    this.strangers = await ask("/v1/unassigned_devices");
    const tables = await ask("/v1/tables");
    this.heard = new Map(tables.map(({ table, heard_s }) => [table, heard_s ?? undefined]));
    this.lines = new Map(tables.map((one) => [one.table, one]));
    this.heard_at = Date.now();
    this.health ??= new Map();
  }

  // Ports come and go without a record of the desk.
  tick() {
    super.tick();
    this.beats = (this.beats ?? 0) + 1;
    if (this.beats % 5 === 0 && live.is_live) this.read({ data_alone: this.typing });
  }

  show() {
    // Devices without a number come first until a table has one, because a number is what comes next then.
    const parts = live.tables.size || !this.strangers.length ? [this.list(), this.unnumbered()] : [this.unnumbered(), nothing];
    return html`<tenbo-desk-tablets></tenbo-desk-tablets> ${parts[0]} <tenbo-desk-firmware></tenbo-desk-firmware> ${parts[1]} ${this.devices_known().length ? section("spare-head", say("Spares"), html`${this.restore()} ${this.free()} ${this.fresh()}`) : nothing}`;
  }

  list() {
    const heads = [say("Table"), say("State"), say("Technical")];
    const rows = [...live.tables.values()].map(
      (table) => html`<tr data-table=${table.table} data-state=${table.state}>
        <th scope="row"><a href="/table/${table.table}">${table.table}</a></th>
        <td>${this.seen_at(table)} ${table.why ? html`<br>${in_capital(remedy_text(table))}` : nothing}
          ${this.how(table.table)} ${this.complaints(table)} ${this.air(table)}</td>
        <td><div class="ends">${this.technical(table)} ${this.menu(table)}</div></td>
      </tr>`,
    );
    return section(
      "devices-head",
      say("Tables and devices"),
      html`${live.tables.size ? wide(say("Tables and devices"), heads, rows, "cards") : html`<p>${say("No tables yet. Plug in a device or add a tablet: it will appear on this page.")}</p>`}
        ${this.doing.view("devices")}`,
    );
  }

  // How it is followed, and how long ago its last word came: also of a table that is at another host. Of one in trouble the
  // trouble says since when.
  seen_at(table) {
    if (trouble(table)) return html`<span class="old">${trouble(table)}</span>`;
    const heard = this.heard.get(table.table);
    const age_s = heard === undefined ? 0 : heard + (Date.now() - this.heard_at) / 1000;
    const last = age_s < NOW_S ? nothing : html`<small>${say("last heard {} ago", lasting(age_s))}</small>`;
    return html`<span class="chip well">✓ ${say("connected")}</span> ${last}`;
  }

  // For how long its cable or connection carries the line.
  open_since(table) {
    const open = this.lines.get(table.table)?.open_s;
    if (!Number.isInteger(open) || trouble(table)) return nothing;
    return html`<small>${say("open for {}", lasting(open + (Date.now() - this.heard_at) / 1000))}</small>`;
  }

  // Boxes that are away are everybody's business, the rest of a line is a technician's.
  complaints(table) {
    if (!table.seats_away?.length) return nothing;
    return html`<p class="old">${headed(say("seat box disconnected"), table.seats_away.map((seat) => WINDS[seat]).join(" "))}</p>`;
  }

  technical(table) {
    const { damaged_lines: lost } = table;
    const line = lost ? plural(lost, "{} corrupted message", "{} corrupted messages") : say("well");
    return html`<details class="technical">
      <summary>${say("Technical")}</summary>
      <ul class="plain">
        <li>${headed(say("Port"), table.port)} ${this.open_since(table)}</li>
        <li>${say("Device")} <code>${table.device}</code></li>
        <li>${headed(say("Firmware"), table.firmware)}</li>
        <li>${headed(say("Line"), line)}</li>
      </ul>
    </details>`;
  }

  menu({ table, device }) {
    const blink = () => this.send("devices", `/v1/tables/${table}/blink`, {}, () => say("Table {} is blinking.", table));
    return row_menu(
      say("More actions for table {}", table),
      html`${menu_item(say("Blink"), blink)} ${menu_item(say("Check now"), () => this.feel(table))}
        ${menu_item(say("Move its game to a spare ..."), () => this.unfold("restore", { table }))}
        ${device ? menu_item(say("Remove its number ..."), () => this.unfold("free", { device }), "danger") : nothing}`,
    );
  }

  async feel(table) {
    this.health.set(table, { asking: true });
    this.draw();
    const health = await ask(`/v1/tables/${table}/health`).catch((error) => ({ complaints: [error.message], failed: true }));
    const complaints = health.complaints.map((message, at) => error_text({ message, ...health.reasons?.[at] }));
    this.health.set(table, { ...health, complaints, at: Date.now() });
    this.draw();
  }

  how(table) {
    const health = this.health.get(table);
    if (!health) return nothing;
    if (health.asking) return "...";
    const age = say("{} ago", lasting((Date.now() - health.at) / 1000));
    if (health.complaints.length) return html`<ul class="old">${health.complaints.map((one) => html`<li>${one}</li>`)}</ul>${this.radio(health)} ${age}`;
    const figures = [health.supply_mv && `${(health.supply_mv / 1000).toFixed(2)} V`, this.radio(health)].filter(Boolean);
    return html`${figures.length ? bracketed(say("well"), listed(figures)) : say("well")} ${age}`;
  }

  // What it has said of them last, at most a minute ago, beside its state: a flat battery looks like a bad radio.
  air(table) {
    const line = this.lines.get(table.table);
    const words = line && !trouble(table) && !this.health.has(table.table) ? this.radio(line) : "";
    return words ? html`<small class="air">${words}</small>` : nothing;
  }

  // What a table without a cable knows of its radio and its battery.
  radio({ signal, battery }) {
    return listed([signal && say("signal {} dBm", signal), Number.isInteger(battery) && say("battery {} %", battery)].filter(Boolean));
  }

  // ---------------------------------------------------------------- numbers and spares

  unnumbered() {
    if (!this.strangers.length) return nothing;
    return section(
      "strangers-head",
      say("New devices"),
      html`${this.strangers.map(
        (one) => html`<form @submit=${this.on_submit(({ table }) => this.send(`bind-${one.port}`, "/v1/table_numbers", { device: one.device, table }, () => say("The device is now table {}.", table)))}>
            <p>${one.port} <code>${one.device}</code> ${why_text(one)}</p>
            ${one.device
              ? html`${field(this.doing, `bind-${one.port}`, "table", say("Table number"), { kind: "number", min: 1, max: 250, required: true })} ${this.submit(`bind-${one.port}`, say("Assign"))}`
              : nothing}
          </form>
          ${this.doing.view(`bind-${one.port}`)}`,
      )}`,
    );
  }

  devices_known() {
    const numbered = [...live.tables.values()].filter((table) => table.device).map((table) => [table.device, `${say("Table {}", table.table)} - ${table.device}`]);
    return [...this.strangers.filter((one) => one.device).map((one) => [one.device, `${one.device} ${one.port}`]), ...numbered];
  }

  restore() {
    const act = ({ table, device, why }) => {
      const sentence = say("The stored game of table {} will be moved to device {}; the table's previous device will lose its number and can no longer write to this game.", table, device);
      this.doing.question("restore", sentence, `/v1/tables/${table}/restore`, { device, why }, ({ events, device: to }) => plural(events, "{} event restored to device {}", "{} events restored to device {}", events, to));
    };
    return folded(
      "restore",
      say("Move a table's game to a spare"),
      html`<form @submit=${this.on_submit(act)}>
          ${field(this.doing, "restore", "table", say("Table"), { kind: "number", min: 1, max: 250, required: true })}
          ${field(this.doing, "restore", "device", say("Device"), { kind: "select", options: this.devices_known() })}
          ${field(this.doing, "restore", "why", say("Reason"), { required: true, maxlength: 200 })} ${this.submit("restore", say("Restore the game to this device"))}
        </form>
        ${this.doing.view("restore")}`,
    );
  }

  free() {
    const act = ({ device }) => {
      const sentence = say("Device {} will lose its table number and will not be followed until it is assigned a new one.", device);
      this.doing.question("free", sentence, "/v1/table_numbers", { device }, () => say("The device no longer has a number."));
    };
    const numbered = [...live.tables.values()].filter((table) => table.device).map((table) => [table.device, `${say("Table {}", table.table)} - ${table.device}`]);
    return folded(
      "free",
      say("Remove a device's table number"),
      html`<form @submit=${this.on_submit(act)}>
          ${field(this.doing, "free", "device", say("Device"), { kind: "select", options: numbered })} ${this.submit("free", say("Remove its number"))}
        </form>
        ${this.doing.view("free")}`,
    );
  }

  fresh() {
    const act = ({ device }) => {
      const sentence = say("Device {} will start an empty ledger so that it can be used for another table; its earlier games stay in its flash.", device);
      this.doing.question("fresh", sentence, "/v1/ledger_resets", { device }, () => say("The device now has an empty ledger."));
    };
    return folded(
      "fresh",
      say("Erase a device's ledger"),
      html`<form @submit=${this.on_submit(act)}>
          ${field(this.doing, "fresh", "device", say("Device"), { kind: "select", options: this.devices_known() })} ${this.submit("fresh", say("Erase its ledger"), "danger")}
        </form>
        ${this.doing.view("fresh")}`,
    );
  }
}
customElements.define("tenbo-desk-devices", DeskDevices);
