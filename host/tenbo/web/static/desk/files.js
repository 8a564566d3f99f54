// Paper and files: what is printed, taken out for others, brought in from elsewhere, and the backup, each with what it is for.
import { download } from "./download.js";
import { ask } from "../live/acts.js";
import { error_text } from "../live/refusals.js";
import { html, nothing } from "../parts/element.js";
import { field, fields_of, file_field, in_base64 } from "../parts/form.js";
import { headed, in_turn, language, plural, say } from "../words.js";
import { announce } from "./answer.js";
import { lasts_until } from "./open_results.js";
import { DeskPart, section, tabs } from "./part.js";
import { hidden_sessions, is_here, ranges, session_now, session_options } from "./words.js";

// The files by who wants them: each name with what is in it.
const exports = () => [
  [say("For players and the press"), [
    ["standings.csv", say("The standings as a spreadsheet")],
    ["sheets.txt", say("The score sheet of every table, as text")],
    ["plan.txt", say("Who sits where in every session, as text")],
  ]],
  [say("For the federation"), [["ema.csv", say("The EMA's results file")], ["ara.csv", say("The results for the American Riichi Association")]]],
  [say("For other programs"), [
    ["tables.csv", say("The result of every table")],
    ["hands.csv", say("Every hand that was played")],
    ["results.json", say("Everything: standings, tables, changes")],
    ["players.csv", say("The players as they were registered")],
    ["plan.csv", say("Who sits where in every session")],
    ["riichinomi.csv", say("The results for RiichiNomi, which knows no substitutes and no missed sessions")],
    ["riichinomi-players.csv", say("The players for RiichiNomi")],
    ["pantheon.jsonl", say("The games for Pantheon")],
  ]],
];

class DeskFiles extends DeskPart {
  get heading() {
    return say("Paper and files");
  }

  async load() {
    [this.facts, this.standings] = await Promise.all([ask("/v1/tournament"), ask(this.with_hidden ? "/v1/standings?hidden=1" : "/v1/standings")]);
  }

  // What is hidden is in no paper and no file before the desk asks for it.
  hidden_results() {
    const hidden = hidden_sessions(this.facts);
    if (!hidden.length) return nothing;
    const choose = ({ target }) => {
      this.with_hidden = target.checked;
      this.read();
    };
    return html`<div class="note" data-hidden>
      <p>${headed(say("Session {}", ranges(hidden)), say("hidden until released"))}. ${say("Standings, report and exported files leave out hidden results.")}</p>
      <label class="check"><input type="checkbox" .checked=${Boolean(this.with_hidden)} @change=${choose}> ${say("Include hidden results")}</label>
    </div>`;
  }

  connectedCallback() {
    this.view_now = "print";
    super.connectedCallback();
  }

  show() {
    const views = [["print", say("Print")], ["export", say("Export")], ["import", say("Import")], ["backup", say("Backup")]];
    const choose = (view) => {
      this.view_now = view;
      this.draw();
    };
    const shown = { print: () => this.paper(), export: () => this.exports(), import: () => html`${this.scores()} ${this.import_game()}`, backup: () => this.backup() };
    return html`${tabs(views, this.view_now, choose)} ${shown[this.view_now]()}`;
  }

  // Fetch a file, and say which it was or why not.
  async keep(form, path, name) {
    this.doing.set(form, { busy: true });
    try {
      const text = say("{} has been downloaded.", await download(path, name));
      announce({ text, opposite: [] });
      this.doing.set(form, {});
    } catch (error) {
      this.doing.set(form, { bad: error.message, at: error.at });
      this.querySelector('[aria-invalid="true"]')?.focus();
    }
  }

  // ---------------------------------------------------------------- out of here

  // A line for each paper: what it is for, its choices, and the two forms in which it comes.
  paper() {
    const { sessions } = this.facts;
    const is_final = !this.standings.provisional && !this.standings.unsigned.length && !hidden_sessions(this.facts).length;
    const over = sessions.length > 0 && !lasts_until(this.facts) && sessions.every((one) => one.state === "ended");
    // The papers of a session that has ended are printed.
    const to_print = sessions.some((one) => one.session === this.picked && one.state !== "ended") ? this.picked : session_now(sessions);
    const session = (name, all) =>
      field(this.doing, name, "session", say("Session"), { kind: "select", value: all ? "" : to_print, options: [...(all ? [["", say("all sessions")]] : []), ...session_options(sessions)] });
    const table = (name) => field(this.doing, name, "table", say("Table (empty: all)"), { kind: "number", min: 1 });
    const address = (name) => field(this.doing, name, "address", say("Address at which phones reach this computer"), { value: is_here() ? "" : location.host, placeholder: "192.168.1.7:8484", maxlength: 120 });
    const papers = [
      ["standings", say("Standings"), say("For the wall: places, names and points"), (name) => session(name, true)],
      ["seats", say("Seats"), say("For the wall: who sits where, by table and by name"), session],
      ["slips", say("Slips"), say("One for each table to sign, two to a sheet"), (name) => html`${session(name)} ${table(name)}`],
      ["report", say("Report"), say("For the archive: who won, awards, pace"), (name) => session(name, true)],
      ["codes", say("Posters with codes"), say("For the wall and each table: codes for logging in with a phone"), (name) => html`${address(name)} ${table(name)}`],
      ["tablets", say("Posters for tablets"), say("For each table: a code that makes a tablet the table's device"), (name) => html`${address(name)} ${field(this.doing, name, "tables", say("Number of tables"), { kind: "number", min: 1, max: 250 })}`],
    ];
    // Nothing is printed of sessions that there are not.
    const ready = sessions.length ? papers : papers.filter(([what]) => ["codes", "tablets"].includes(what));
    return html`<section aria-label=${say("Print")}>
      ${sessions.length ? nothing : html`<p>${say("No sessions yet: make seats first.")} <a href="#seats">${say("Make seats")}</a></p>`}
      ${this.hidden_results()}
      ${field(this.doing, "paper", "size", say("Paper size"), { kind: "select", value: this.size, options: [["A4", "A4"], ["letter", "letter"]], change: (event) => (this.size = event.target.value) })}
      ${ready.map(([what, heading, text, choices]) => this.one_paper(what, heading, text, choices(what), over && is_final && what === "standings"))}
    </section>`;
  }

  one_paper(what, heading, text, choices, is_next) {
    const act = (event) => {
      event.preventDefault();
      const form = event.submitter.value;
      const wishes = new URLSearchParams({ language, ...(this.with_hidden && ["standings", "report"].includes(what) ? { hidden: 1 } : {}), size: this.size ?? "A4", ...fields_of(event.target) });
      this.keep(what, `/v1/paper/${what}.${form}?${wishes}`, `${what}.${form}`);
    };
    const pdf = is_next ? say("Print final standings") : "PDF";
    return html`<form class="line" data-paper=${what} @submit=${act}>
      <p><strong>${heading}</strong><br>${text}</p>
      ${choices}
      <span class="buttons">
        <button value="pdf" class=${is_next ? "primary" : ""} ?disabled=${this.doing.busy(what)}>${pdf}</button>
        <button value="html" ?disabled=${this.doing.busy(what)}>${say("Web page")}</button>
      </span>
      ${this.doing.view(what)}
    </form>`;
  }

  exports() {
    const { provisional } = this.standings;
    // A spreadsheet reads letters such as ë by the mark; RiichiNomi's files are pasted into a page that does not know it.
    const mark = (name) => (name.endsWith(".csv") && !name.startsWith("riichinomi") ? { bom: 1 } : {});
    const wishes = (name) => ({ ...(this.with_hidden ? { hidden: 1 } : {}), ...(provisional ? { provisional: 1 } : {}), ...mark(name) });
    const keep = (name) => this.keep("exports", `/v1/export/${name}?${new URLSearchParams(wishes(name))}`, name);
    return html`${this.hidden_results()}
      ${provisional ? html`<p class="note">${say("Results are provisional: exported files say so where the format allows.")}</p>` : nothing}
      ${this.doing.view("exports")}
      ${exports().map(
        ([heading, files]) => html`<section>
          <h2>${heading}</h2>
          ${files.map(([name, text]) => html`<div class="line"><p><strong>${text}</strong><br><code>${name}</code></p>
            ${this.button("exports", name === "ema.csv" && provisional ? say("Export provisional {}", name) : say("Export {}", name), () => keep(name))}</div>`)}
        </section>`,
      )}`;
  }

  backup() {
    return section(
      "backup-head",
      say("Backup"),
      html`<p>${say("All stored data as it is now, in one verified file.")}</p>
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
    const told = (answer) => html`${say("The result of table {} has been added.", answer.table ?? "")}
      <ul>
        ${answer.seats.map(([wind, name, player]) => html`<li>${headed(`${wind} ${name || "-"}`, player)}</li>`)}
        ${(answer.reasons ?? []).map((one) => html`<li class="bad">${headed(one.where === "result" ? say("result") : one.where, error_text(one))}</li>`)}
        ${answer.differences.length ? nothing : html`<li>${say("everything agrees with Tenbo's own scoring")}</li>`}
      </ul>`;
    const act = async ({ session, table, why }, form) => {
      const file = await in_base64(form.elements.file.files[0]);
      return this.send("import", `/v1/sessions/${session}/import`, { table, why, file }, told);
    };
    return section(
      "import-head",
      say("Import a game log"),
      html`<p>${say("A tenhou.net/6 log in JSON, or an mjlog in XML. Tenbo scores every win again.")}</p>
        <form @submit=${this.on_submit(act)}>
          ${file_field("file", say("File"), ".json,.xml,.mjlog,.gz,application/json,text/xml")} ${this.place("import")} ${this.why("import")}
          ${this.submit("import", say("Add the result"))}
        </form>
        ${this.doing.view("import")}`,
    );
  }

  scores() {
    const told = (answer) => in_turn([plural(answer.typed.length, "{} result added", "{} results added"), answer.same ? say("{} unchanged", answer.same) : "", answer.waiting.length ? say("number of tables without scores: {}", answer.waiting.length) : ""].filter(Boolean));
    const act = async ({ why }, form) => this.send("scores", "/v1/scores", { file: await in_base64(form.elements.file.files[0]), why }, told);
    return section(
      "scores-head",
      say("Import scores"),
      html`<p>${say("tables.csv, or the file from RiichiNomi. Either all scores are imported or none.")}</p>
        <form @submit=${this.on_submit(act)}>
          ${file_field("file", say("File"), ".csv,text/csv")} ${this.why("scores")} ${this.submit("scores", say("Add the results"))}
        </form>
        ${this.doing.view("scores")}`,
    );
  }
}
customElements.define("tenbo-desk-files", DeskFiles);
