// The people: who plays, who comes late, leaves or plays for another, and files of them; names that are there twice are marked.
import { ask } from "../live/acts.js";
import { live } from "../live/live.js";
import { html, nothing } from "../parts/element.js";
import { field, file_field, in_base64 } from "../parts/form.js";
import { round_name } from "../parts/table-state.js";
import { narrow } from "../fullwidth.js";
import { bracketed, headed, in_turn, listed, plural, points, say } from "../words.js";
import { DeskPart, folded, menu_item, row_menu, section, wide } from "./part.js";
import { ranges, seat_name, session_now, session_options, since_text, WINDS } from "./words.js";

const csv_cell = (text) => `"${String(text).replaceAll('"', '""')}"`;

class DeskPeople extends DeskPart {
  get heading() {
    return say("People");
  }

  async load() {
    [this.people, this.facts] = await Promise.all([ask("/v1/players"), ask("/v1/tournament")]);
    this.session = session_now(this.facts.sessions);
    // Whoever begins with nobody types people in, one after the other.
    this.begins ??= !this.people.length;
  }

  show() {
    return html`
      <datalist id="everybody">${this.people.map((one) => html`<option value=${one.player}>${one.name}</option>`)}</datalist>
      ${this.doing.view_done("people-file")} ${this.list()}
      ${section("changes-head", say("Changes"), html`${this.late()} ${this.file()} ${this.people.length ? html`${this.leaves()} ${this.substitute()} ${this.struck()} ${this.forget()}` : nothing}`)}
    `;
  }

  // ---------------------------------------------------------------- who there is

  list() {
    if (!this.people.length) return html`<p>${say("No people yet: add them one by one, or import a list.")}</p>`;
    const plain = (text) => narrow(text).toLocaleLowerCase();
    const found = this.people.filter((one) => plain(`${one.player} ${one.name} ${one.ema} ${one.club} ${one.country}`).includes(plain(this.wanted ?? "")));
    const find = (event) => {
      this.wanted = event.target.value;
      this.draw();
    };
    // What nobody has stands in no column. On a phone a country and a club are known for what they are without a head.
    const known = [["ema", say("EMA number")], ["country", say("Country")], ["club", say("Club")]].filter(([of]) => this.people.some((one) => one[of]));
    const remarked = this.people.some((one) => this.remarks(one));
    const heads = [say("No."), say("Name"), ...known.map(([, name]) => name), say("Sessions"), ...(remarked ? [say("Remarks")] : [])];
    const rows = found.map(
      (one) => html`<tr>
        <th scope="row">${one.player}</th>
        <td><span class="name">${one.name}</span></td>
        ${known.map(([of, name]) => html`<td data-head=${of === "ema" ? name : ""}>${one[of]}</td>`)}
        <td data-head=${say("Sessions")}>${remarked ? ranges(one.sessions) : this.with_menu(one, ranges(one.sessions))}</td>
        ${remarked ? html`<td>${this.with_menu(one, this.remarks(one))}</td>` : nothing}
      </tr>`,
    );
    return section(
      "people-head",
      say("People"),
      html`<div class="with-search">${this.begins ? nothing : this.adding()} ${this.next_step()} <label class="field">${say("Find")} <input type="search" @input=${find}></label></div>
        <p>${found.length === this.people.length ? plural(found.length, "{} person", "{} people") : say("{} of {} people", found.length, this.people.length)}</p>
        ${wide(say("People"), heads, rows, "cards")}`,
    );
  }

  // People are added before the first session; later it is the exception.
  adding() {
    const has_begun = this.facts.sessions.some(({ state }) => state !== "planned");
    return html`<p class="buttons">
      <button type="button" class=${has_begun ? "" : "primary"} @click=${() => this.unfold("late")}>${say("Add a person")}</button>
      <button type="button" @click=${() => this.unfold("people-file")}>${say("Import a list")}</button>
    </p>`;
  }

  // Seats are made for those who are there, as long as there are none.
  next_step() {
    return this.facts.sessions.length ? nothing : html`<p class="buttons"><a class="button" href="#seats">${say("Make seats")}</a></p>`;
  }

  // A cell at the end of a row, with what is seldom done behind it.
  with_menu(one, text) {
    const opens = (id, label, look) => menu_item(label, () => this.unfold(id, { player: one.player }), look);
    return html`<div class="ends"><span>${text}</span> ${row_menu(
      say("More actions for {}", one.name || one.player),
      html`${one.withdrawn === null
        ? opens("leaves", say("Leaves or is replaced ..."))
        : menu_item(say("Reinstate ..."), () => this.unfold("late", { name: one.player }))}
      ${one.struck ? nothing : opens("struck", say("Not ranked ..."))} ${opens("forget", say("Delete the name ..."), "danger")}`,
    )}</div>`;
  }

  // What is out of the ordinary with somebody.
  remarks(one) {
    const words = [];
    if (!one.registered) words.push(say("not registered"));
    if (one.withdrawn !== null) words.push(say("withdrawn from session {} on", one.withdrawn));
    if (one.struck) words.push(say("not ranked: {}", one.struck));
    const twin = this.people.find(
      (other) => other !== one && one.registered && (other.name.toLowerCase() === one.name.toLowerCase() || (one.ema && other.ema === one.ema)),
    );
    if (twin) words.push(say("the same person as number {}?", twin.player));
    return listed(words);
  }

  // ---------------------------------------------------------------- who comes and goes

  who(form, name, label, required = true) {
    return field(this.doing, form, name, label, { list: "everybody", required, maxlength: 80 });
  }

  // The sessions of another day may not be planned yet: from there on someone leaves who does not come back.
  from(form) {
    const { sessions } = this.facts;
    const next = Math.max(0, ...sessions.map((one) => one.session)) + 1;
    const options = [...session_options(sessions), [next, say("Session {}", next)]];
    return field(this.doing, form, "session", say("From session"), { kind: "select", value: this.is_over ? next : this.session, options });
  }

  // Whether every session that is planned has ended: nobody gets a seat there any more.
  get is_over() {
    return this.facts.sessions.every((one) => one.state === "ended");
  }

  late() {
    const sits = (player, seats) => say("{} is seated: {}", player, in_turn(seats.map(([of, table, seat]) => headed(say("Session {}", of), seat_name(table, seat)))));
    const act = async ({ name, session, ...known }) => {
      const number = narrow(name);
      if (/^\d+$/.test(number)) return this.record("late", "enter", { player: Number(number), session: Number(session) }, (made) => sits([number, this.people.find((one) => one.player === Number(number))?.name].filter(Boolean).join(" "), made.seats));
      const [heads, cells] = [["name", ...Object.keys(known)], [name, ...Object.values(known)]].map((row) => row.map(csv_cell).join(","));
      // With a session the number comes with the seats, or not at all.
      return this.send("late", "/v1/players", { text: `${heads}\n${cells}\n`, ...(session && { session: Number(session) }) }, (answer) => {
        const [number, registered] = [...answer.new, ...answer.changed, ...answer.known][0];
        return answer.seats ? sits(`${number} ${registered}`, answer.seats) : say("Number {} ({}) has been added.", number, registered);
      });
    };
    const input = (name, label, more) => field(this.doing, "late", name, label, more);
    const sessions = [["", say("no session yet")], ...session_options(this.facts.sessions)];
    return folded(
      "late",
      say("Add a person"),
      html`<form @submit=${this.on_submit(act)}>
          ${this.who("late", "name", say("Name, or number of a returning player"))}
          ${input("ema", say("EMA number"), { maxlength: 8 })} ${input("country", say("Country"), { maxlength: 40, placeholder: "NED" })}
          ${input("club", say("Club"), { maxlength: 60 })}
          ${input("session", say("Use the first empty seats from"), { kind: "select", value: this.is_over ? "" : this.session, options: sessions })}
          ${this.submit("late", say("Add"), this.begins ? "primary" : "")}
        </form>
        ${this.doing.view("late")}`,
      this.begins,
      "summoned",
    );
  }

  leaves() {
    const moved = (made) => html`${say("Player {} will not play from session {} on.", made.player, made.session)}
      <ul>
        ${made.sits.map(([player, name, session, table, seat]) => html`<li>${say("{} is seated: {}", `${player} ${name}`, headed(say("Session {}", session), seat_name(table, seat)))}</li>`)}
        ${made.empty.map(([session, table, seat]) => html`<li>${headed(say("Session {}", session), say("no one sits at {}", seat_name(table, seat)))}</li>`)}
        ${this.missed(made).map((line) => html`<li>${line}</li>`)}
      </ul>`;
    const act = (fields) => this.record("leaves", "withdraw", { ...fields, session: Number(fields.session) }, moved);
    return folded(
      "leaves",
      say("A player leaves or is replaced"),
      html`<form @submit=${this.on_submit(act)}>
          ${this.who("leaves", "player", say("Who"))} ${this.from("leaves")}
          ${this.who("leaves", "instead", say("Replaced by (blank for no one)"), false)} ${this.why("leaves")}
          ${this.submit("leaves", say("Save"))}
        </form>
        ${this.doing.view("leaves")}`,
    );
  }

  // What the sessions count that a player misses who has left, and whose result a reserve's is.
  missed({ player, instead, missed }) {
    if (!missed.result) return [say("rule book {} has no rule for missed sessions", missed.rules)];
    const cited = [missed.rules, missed.section].filter(Boolean).join(", ");
    return [
      bracketed(say("player {} gets {} for each missed session", player, points(missed.result)), cited),
      ...(instead ? [say("player {} is an unranked reserve: player {} gets the same, whatever the reserve scores", instead, player)] : []),
      say("only a player who is ill may be excluded from the ranking"),
    ];
  }

  // Without a session the table records it in its running game; for typed scores the desk does.
  substitute() {
    const done = (table, seat, name, since, hand) =>
      say("The substitute is recorded: {}.", listed([seat_name(table, seat), name, hand ? bracketed(since_text(since), hand) : since_text(since)].filter(Boolean)));
    const act = ({ table, session, seat: at, since }) => {
      const seat = Number(at);
      if (session) return this.record("substitute", "substitute", { session: Number(session), table, seat, since }, (made) => done(table, seat, made.player, since));
      const { now } = live.tables.get(table) ?? {};
      // The desk records it under a name, by which it can be undone.
      const fields = { event: "substitute", fields: { seat, since }, by: "desk" };
      return this.send("substitute", `/v1/tables/${table}/events`, fields, () => done(table, seat, now?.names[seat], since, since === "now" && now ? round_name(now) : ""));
    };
    const sessions = [["", say("the table's current game")], ...session_options(this.facts.sessions)];
    // No seat is the likely one.
    const seats = [["", "-"], ...WINDS.slice(0, this.facts.seats).map((wind, seat) => [seat, say("{} in the first hand", wind)])];
    return folded(
      "substitute",
      say("Record a substitute at a table"),
      html`<p>${say("The rule book determines a substitute's result. If the scores are typed in, choose the session.")}</p>
        <form @submit=${this.on_submit(act)}>
          ${field(this.doing, "substitute", "table", say("Table"), { kind: "number", min: 1, max: 250, required: true })}
          ${field(this.doing, "substitute", "seat", say("Seat"), { kind: "select", options: seats, required: true })}
          ${field(this.doing, "substitute", "session", say("Session"), { kind: "select", options: sessions, value: live.tables.size ? "" : session_now(this.facts.sessions) })}
          ${field(this.doing, "substitute", "since", say("From when"), { kind: "select", options: [["now", say("now")], ["start", say("the start")]] })}
          ${this.submit("substitute", say("Save"))}
        </form>
        ${this.doing.view("substitute")}`,
    );
  }

  struck() {
    return folded(
      "struck",
      say("Not ranked"),
      html`<form @submit=${this.on_submit((fields) => this.record("struck", "strike", fields, (made) => say("Player {} is excluded from the ranking.", made.player)))}>
          ${this.who("struck", "player", say("Who"))} ${this.why("struck")} ${this.submit("struck", say("Save"))}
        </form>
        ${this.doing.view("struck")}`,
    );
  }

  // ---------------------------------------------------------------- files, and what is forgotten

  file() {
    const names = (rows) => listed(rows.map(([number, name]) => `${number} ${name}`));
    const told = (answer) => html`<ul>
      <li>${plural(answer.players, "{} person", "{} people")}</li>
      ${answer.new.length ? html`<li>${say("new: {}", names(answer.new))}</li>` : nothing}
      ${answer.changed.length ? html`<li>${say("changed: {}", names(answer.changed))}</li>` : nothing}
      ${answer.same ? html`<li>${say("{} unchanged", answer.same)}</li>` : nothing}
      ${answer.unread.length ? html`<li>${say("columns ignored: {}", answer.unread.join(", "))}</li>` : nothing}
    </ul>`;
    // What came of a list stands above the people whom it has brought.
    const act = async (_, form) => {
      const answer = await this.send("people-file", "/v1/players", { file: await in_base64(form.elements.file.files[0]) }, told);
      if (answer) this.querySelector(".answer[role=status]")?.scrollIntoView({ block: "nearest" });
      return answer;
    };
    return folded(
      "people-file",
      say("Import a list"),
      html`<p>${say("A CSV file whose first line names its columns, such as id, name, EMA number, country, club, team. Each row is matched with the people already registered; you will be asked about possible duplicates.")}</p>
        <form @submit=${this.on_submit(act)}>
          ${file_field("file", say("File"), ".csv,text/csv,text/plain")} ${this.submit("people-file", say("Import this list"))}
        </form>
        ${this.doing.view("people-file", false)}`,
      this.begins,
      "summoned",
    );
  }

  forget() {
    const act = ({ player }) => {
      const known = this.people.find((one) => one.player === Number(player));
      // Nobody is asked about a number that nobody has: the service says so.
      if (!known) return this.send("forget", "/v1/forget", { player: Number(player) });
      const { name } = known;
      const sentence = say("The name of number {} ({}) will be deleted for good: results keep the number, and tables that have shown the name keep it.", player, name);
      this.doing.question("forget", sentence, "/v1/forget", { player: Number(player) }, (answer) => say("The name has been deleted. Tables that have shown it keep it as {}.", answer.shown));
    };
    return folded(
      "forget",
      say("Delete a name"),
      html`<form @submit=${this.on_submit(act)}>
          ${field(this.doing, "forget", "player", say("Number"), { kind: "number", min: 1, required: true })} ${this.submit("forget", say("Delete for good"), "danger")}
        </form>
        ${this.doing.view("forget")}`,
    );
  }
}
customElements.define("tenbo-desk-people", DeskPeople);
