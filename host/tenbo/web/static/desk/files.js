// Paper and files: lists, slips and reports to print, every file for others, games and scores from elsewhere, a backup.
import { download } from "./download.js";
import { ask } from "../live/acts.js";
import { html, nothing } from "../parts/element.js";
import { field, fields_of, file_field } from "../parts/form.js";
import { headed, language, say } from "../words.js";
import { DeskPart, section } from "./part.js";
import { is_here, session_now, session_options } from "./words.js";

const EXPORTS = [
  "standings.csv", "tables.csv", "hands.csv", "ema.csv", "results.json", "sheets.txt", "plan.txt", "plan.csv",
  "players.csv", "riichinomi.csv", "riichinomi-players.csv", "pantheon.jsonl",
];

async function in_base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

class DeskFiles extends DeskPart {
  get heading() {
    return say("Paper and files");
  }

  async load() {
    this.facts = await ask("/v1/tournament");
  }

  show() {
    return html`${this.paper()} ${this.exports()} ${this.import_game()} ${this.scores()} ${this.backup()}`;
  }

  // Fetch a file, and say beneath the form which it was or why not.
  async keep(form, path, name) {
    this.doing.set(form, { busy: true });
    try {
      this.doing.set(form, { good: say("{} is among your downloads", await download(path, name)) });
    } catch (error) {
      this.doing.set(form, { bad: error.message, at: error.at });
    }
  }

  // ---------------------------------------------------------------- out of here

  paper() {
    const papers = [
      ["seats", say("seats, by table and by name")],
      ["slips", say("slips to sign, two on a sheet")],
      ["standings", say("standings for the wall")],
      ["report", say("a report: who won, awards, pace")],
      ["codes", say("posters with codes to join: for all players, and for each table")],
    ];
    const act = (event) => {
      event.preventDefault();
      const { what, form, ...wished } = fields_of(event.target);
      const wishes = new URLSearchParams({ ...(what === "codes" ? { language } : { hidden: 1 }), ...wished });
      this.keep("paper", `/v1/paper/${what}.${form}?${wishes}`, `${what}.${form}`);
    };
    // Results are of the whole tournament unless a session is named; seats and slips are wanted session by session.
    const session = ["standings", "report"].includes(this.what) ? "" : session_now(this.facts.sessions);
    const choose = (event) => {
      this.what = event.target.value;
      this.draw();
    };
    return section(
      "paper-head",
      say("Paper"),
      html`<form @submit=${act}>
          ${field(this.doing, "paper", "what", say("What"), { kind: "select", options: papers, value: this.what ?? "seats", change: choose })}
          ${this.what === "codes"
            ? field(this.doing, "paper", "address", say("Address at which phones reach this computer"), { value: is_here() ? "" : location.host, placeholder: "192.168.1.7:8484", maxlength: 120 })
            : field(this.doing, "paper", "session", say("Session"), { kind: "select", value: session, options: [["", say("all sessions")], ...session_options(this.facts.sessions)] })}
          ${["slips", "codes"].includes(this.what) ? field(this.doing, "paper", "table", say("Table"), { kind: "number", min: 1 }) : nothing}
          ${field(this.doing, "paper", "form", say("As"), { kind: "select", options: [["pdf", "PDF"], ["html", say("a page")]] })}
          ${field(this.doing, "paper", "size", say("Size"), { kind: "select", options: [["A4", "A4"], ["letter", "letter"]] })}
          ${this.submit("paper", say("Make it"))}
        </form>
        ${this.doing.view("paper")}`,
    );
  }

  exports() {
    const keep = (event) => {
      const { provisional } = fields_of(event.target.form);
      this.keep("exports", `/v1/export/${event.target.value}?hidden=1${provisional ? "&provisional=1" : ""}`, event.target.value);
    };
    return section(
      "exports-head",
      say("Files for others"),
      html`<form @submit=${(event) => event.preventDefault()}>
          ${EXPORTS.map((name) => html`<button type="button" value=${name} ?disabled=${this.doing.busy("exports")} @click=${keep}>${name}</button>`)}
          <label class="check"><input name="provisional" type="checkbox"> ${say("although results are provisional")}</label>
        </form>
        ${this.doing.view("exports")}`,
    );
  }

  backup() {
    return section(
      "backup-head",
      say("Backup"),
      html`<p>${say("Everything that is stored, as it is at this moment, in one file that was verified.")}</p>
        <p class="buttons">${this.button("backup", say("Make a backup"), () => this.keep("backup", "/v1/backup", "tenbo.db"))}</p>
        ${this.doing.view("backup")}`,
    );
  }

  // ---------------------------------------------------------------- into here

  place(form) {
    return html`${field(this.doing, form, "session", say("Session"), { kind: "select", value: session_now(this.facts.sessions), options: session_options(this.facts.sessions) })}
    ${field(this.doing, form, "table", say("Table"), { kind: "number", min: 1, required: true })}`;
  }

  import_game() {
    const told = (answer) => html`${say("done")}
      <ul>
        ${answer.seats.map(([wind, name, player]) => html`<li>${headed(`${wind} ${name || "-"}`, player)}</li>`)}
        ${answer.differences.map((one) => html`<li class="bad">${one}</li>`)}
        ${answer.differences.length ? nothing : html`<li>${say("everything agrees with our own rules")}</li>`}
      </ul>`;
    const act = async ({ session, table, why }, form) => {
      const file = await in_base64(form.elements.file.files[0]);
      return this.send("import", `/v1/sessions/${session}/import`, { table, why, file }, told);
    };
    return section(
      "import-head",
      say("A game that was played elsewhere"),
      html`<p>${say("As tenhou.net/6 writes it in JSON, or as mjlog in XML. Every win is scored again by our own rules.")}</p>
        <form @submit=${this.on_submit(act)}>
          ${file_field("file", say("File"), ".json,.xml,.mjlog,.gz,application/json,text/xml")} ${this.place("import")} ${this.why("import")}
          ${this.submit("import", say("Count it there"))}
        </form>
        ${this.doing.view("import")}`,
    );
  }

  scores() {
    const told = (answer) => say("{} tables typed, {} as before, {} without scores", answer.typed.length, answer.same, answer.waiting.length);
    const act = async ({ why }, form) => this.send("scores", "/v1/scores", { text: await form.elements.file.files[0].text(), why }, told);
    return section(
      "scores-head",
      say("Scores of a file"),
      html`<p>${say("tables.csv, or RiichiNomi's: all of them or none.")}</p>
        <form @submit=${this.on_submit(act)}>
          ${file_field("file", say("File"), ".csv,text/csv")} ${this.why("scores")} ${this.submit("scores", say("Type them"))}
        </form>
        ${this.doing.view("scores")}`,
    );
  }
}
customElements.define("tenbo-desk-files", DeskFiles);
