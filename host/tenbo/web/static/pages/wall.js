// A wall: the hall for people ten metres away. The desk says what it shows; pages turn; what is old says how old.
//
// The address has the wall's number (/wall/2), and may wish otherwise: ?show=clock,tables,seats,standings, ?turn=20 for
// pages that stay twenty seconds (0: for ever), ?delay=300 for everything that tells of play being five minutes late.
import { ask } from "../live/acts.js";
import { live } from "../live/live.js";
import { author } from "../parts/author.js";
import { clock_text, lasting, signal_text, stage_now } from "../parts/clock.js";
import { contact_lost } from "../parts/contact.js";
import { Drawn, html, nothing } from "../parts/element.js";
import { Late, delay_wished, which_delay } from "../parts/late.js";
import { tables_text } from "../desk/words.js";
import { listed, say } from "../words.js";
import { fits } from "../wall/fit.js";
import { round_of, stays } from "../wall/turning.js";
import { rank_list, seat_list, table_cards } from "../wall/sheets.js";
import { PaperTables } from "../parts/paper_tables.js";

// So much of each stands on a page at most; less, where it does not fit in letters that are read at ten metres.
const MOST = { tables: 12, seats: 30, standings: 20 };
// Of more tables the letters may be smaller, so that all are shown within a minute.
const MANY = 60;
const READ_S = 20;
// Until it is known how late it is to be a wall shows nothing of play, and asks more often.
const ASK_S = 2;

const wishes = new URLSearchParams(location.search);
const wished_delay = delay_wished(location.search);
const given = (name) => (wishes.has(name) ? Number(wishes.get(name)) : undefined);

// A dead hand takes a line more.
const dead_hands = (rows) => rows.reduce((sum, { now }) => sum + (now?.dead?.length ?? 0), 0);

class Wall extends Drawn {
  connectedCallback() {
    document.documentElement.classList.add("at-wall");
    this.number = Number(location.pathname.split("/")[2] ?? 1);
    this.turned = 0;
    this.seconds = this.stood = 0;
    this.most = { ...MOST };
    addEventListener("resize", () => this.draw());
    // Since when each table calls, and who has said there that someone is coming.
    this.since = new Map();
    this.coming = new Map();
    this.shows = [];
    this.paper = new PaperTables(() => this.late?.keep("paper", this.paper.rows));
    this.read();
    this.stop = live.listen(() => this.take());
    setInterval(() => this.tick(), 1000);
    addEventListener("tenbo-desk", () => this.read());
  }

  // What the desk has set, unless the address wishes otherwise.
  set(wall) {
    const delay = wished_delay ?? wall.delay;
    if (delay !== this.delay) {
      this.late = new Late(delay, () => this.draw());
      // They may have been read before.
      if (this.paper.rows.length) this.late.keep("paper", this.paper.rows);
    }
    this.delay = delay;
    this.turn = given("turn") ?? wall.turn;
    this.shows = wishes.get("show")?.split(",") ?? wall.shows;
    this.late.take();
  }

  take() {
    for (const table of live.tables.values()) {
      if (!table.calling?.length) this.since.delete(table.table);
      else if (!this.since.has(table.table)) {
        // Who was called before this wall was opened waits since then.
        const waited = Math.max(0, ...(table.calls ?? []).map((call) => call.for_s));
        this.since.set(table.table, Date.now() - 1000 * waited);
      }
      const coming = (table.calls ?? []).map((call) => call.answered);
      if (coming.length && coming.every(Boolean)) this.coming.set(table.table, listed([...new Set(coming)].map(author)));
      else this.coming.delete(table.table);
    }
    this.late?.take();
    this.paper.follow();
    this.draw();
  }

  tick() {
    this.seconds += 1;
    this.stood += 1;
    if (this.turn && this.stood >= this.stays) {
      this.turned += 1;
      this.stood = 0;
    }
    if (this.seconds % (this.late ? READ_S : ASK_S) === 0) this.read();
    this.draw();
  }

  // What is not in the stream.
  async read() {
    if (wished_delay === null) return;
    const walls = await ask("/v1/walls").catch(() => undefined);
    if (walls) this.set(walls.find((one) => one.wall === this.number) ?? walls[0]);
    for (const [name, path] of [["standings", "/v1/standings"], ["seats", "/v1/seats"]]) {
      const answer = this.shows.includes(name) && (await ask(path).catch(() => undefined));
      if (answer) this.late?.keep(name, { ...answer, read_at: Date.now() });
    }
    this.draw();
  }

  get seats() {
    return this.late?.answers.get("seats");
  }

  get standings() {
    return this.late?.answers.get("standings");
  }

  paint() {
    super.paint();
    const main = this.querySelector("main");
    const room = `${innerWidth} ${innerHeight - main.offsetTop} ${dead_hands([...(this.late?.shown.values() ?? [])])}`;
    const fitting = fits(main, this.shown?.key);
    // On another screen, and when a call or a dead hand comes or goes, all of it is tried again.
    if (room !== this.room) {
      this.room = room;
      this.most = { ...MOST };
      this.paint();
    } else if (!fitting && this.most[this.shown?.of] > 1) {
      // Of what is too much for the screen one row less stands on each page.
      this.most[this.shown.of] -= 1;
      this.paint();
    }
  }

  view() {
    const tables = [...live.tables.values(), ...this.paper.tables];
    const sheets = this.sheets();
    const round = round_of(sheets, this.turned);
    const shown = round[this.turned % round.length];
    this.shown = shown;
    // What the address wishes is meant so.
    this.stays = given("turn") ?? stays(sheets, this.turned, this.turn);
    return html`
      <header class="wall-head">
        <strong>${live.about?.title || "Tenbo"}</strong>
        ${live.about?.session ? html`<span>${say("Session {}", live.about.session)}</span>` : nothing}
        <span class="signal">${signal_text(live.clock)}</span>
        <span class="clock" role="timer" data-stage=${stage_now(live.clock)}>${clock_text(live.clock)}</span>
      </header>
      ${contact_lost()} ${this.calls()}
      <main data-many=${tables.length > MANY}>
        ${shown ? shown.view() : html`<h1>${say("Wall")}</h1><p>${wished_delay === null ? which_delay() : say("Nothing to show yet")}</p>`}
        <footer>
          ${this.delay ? html`<p class="late">${say("points from {} ago", lasting(this.delay))}</p>` : nothing}
          ${sheets.length > 1 ? html`<p class="turn">${shown.named ? html`${shown.named} · ` : nothing}${say("page {} of {}", sheets.indexOf(shown) + 1, sheets.length)}</p>` : nothing}
        </footer>
      </main>
    `;
  }

  // Who calls stands on every page, at once and with how long they wait, however late the points are.
  calls() {
    if (!this.since.size) return nothing;
    const calling = [...this.since].sort(([, one], [, other]) => one - other);
    const unanswered = calling.some(([table]) => !this.coming.has(table));
    return html`<p class="wall-calls" role="status" data-answered=${!unanswered}>
      ${say("Referee called:")}
      ${calling.map(
        ([table, since]) => html`<span><strong>${say("Table {}", table)}</strong> ·
          ${this.coming.has(table) ? say("{} on the way", this.coming.get(table)) : lasting((Date.now() - since) / 1000)}</span> `,
      )}
    </p>`;
  }

  // One function for each page that the wall turns to.
  sheets() {
    const sheets = [];
    // Pages that are as full as each other.
    const paged = (of, rows, sheet) => {
      const pages = Math.ceil(rows.length / this.most[of]);
      const most = Math.ceil(rows.length / pages);
      for (let first = 0; first < rows.length; first += most) {
        const part = rows.slice(first, first + most);
        const named = of === "tables" ? tables_text(part.map((one) => one.table)) : undefined;
        sheets.push({ of, named, key: `${of} ${first} ${part.length} ${rows.length} ${dead_hands(part)}`, view: () => sheet(part) });
      }
    };
    if (this.shows.includes("clock")) sheets.push({ of: "clock", key: "clock", view: () => this.clock() });
    if (this.late && this.shows.includes("tables")) {
      const tables = [...[...this.late.shown.values()].map((table) => this.as_heard(table)), ...this.on_paper()];
      tables.sort((one, other) => one.table - other.table);
      paged("tables", tables, (rows) => table_cards(rows, live.clock));
    }
    if (this.shows.includes("seats") && this.seats?.session) {
      const { session, seats, read_at } = this.seats;
      paged("seats", seats, (rows) => seat_list(rows, session, read_at, this.delay));
    }
    if (this.shows.includes("standings") && this.standings) {
      const { standings, provisional, read_at } = this.standings;
      paged("standings", standings, (rows) => rank_list(rows, provisional, read_at, this.delay));
    }
    return sheets;
  }

  // Who sits at a table without a device is no secret; its result is as late as points are.
  on_paper() {
    const results = new Map(this.late.answers.get("paper")?.map((one) => [one.table, one]));
    return this.paper.tables.map((one) => ({ ...one, scores: results.get(one.table)?.scores, places: results.get(one.table)?.places }));
  }

  // Points are late; that a table does not answer, or calls, is no secret, and stands there at once.
  as_heard(table) {
    const { state, for_s, asked, calling } = live.tables.get(table.table) ?? table;
    return { ...table, state, for_s, asked, calling };
  }

  clock() {
    const [hours, minutes] = [new Date().getHours(), new Date().getMinutes()].map((one) => String(one).padStart(2, "0"));
    // A clock that no one plays by gives way to the time of day.
    const text = clock_text(live.clock);
    return html`<h1 class="unseen">${say("Clock")}</h1>
      <div class="wall-clock" data-stage=${stage_now(live.clock)}>
        <p class="huge">${(live.clock?.left_over ? "" : text) || `${hours}:${minutes}`}</p>
        <p>${live.clock?.left_over ? text : signal_text(live.clock)}</p>
      </div>`;
  }
}
customElements.define("tenbo-wall", Wall);
