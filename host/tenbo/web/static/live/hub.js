// Keeps the hall as it stands: one stream of changes for a whole browser, from which every page is told.
// It runs in the shared worker, or in the page itself where a browser has none.
import { Age } from "./age.js";

// The stream says something every two seconds; after so long without a word the numbers are old.
const SILENT_MS = 6000;
const AGAIN_MS = 1000;
// A line may be dead without anyone having said so, and a proxy may keep what is said to itself: after so long without a
// word the stream is opened again, and until one speaks the hall is asked so often.
const DEAF_MS = 10000;
const INSTEAD_MS = 5000;
// A question that has no answer by then gets none.
const ANSWER_MS = 8000;
// A clock that was put right, or a computer that slept.
const MOVED_MS = 2000;
// The status of a stream for which there is no room.
const CROWDED = 409;
// So many tables are asked for one by one; of more the whole list costs less.
const MOST_ALONE = 3;
// Changes that do not carry the new state are followed by one question for all of them together.
const ASK_AFTER_MS = 60;
// The clock runs by itself between the answers; asked again so often, it never drifts.
const CLOCK_MS = 15000;

export class Hub {
  constructor(tell) {
    this.tell = tell;
    this.tables = new Map();
    this.parts = {};
    // When we were last told anything, and when by the stream.
    this.heard = this.spoke = undefined;
    this.state = "opening";
    // How many lists of tables were asked for; and behind each table that was asked for alone since, after which of them.
    this.lists = 0;
    this.alone_after = new Map();
    this.source = null;
    this.watch = null;
  }

  // Begin, or go on after `stop`.
  start() {
    if (this.watch) return;
    this.looked = new Age();
    this.open();
    this.watch = setInterval(() => this.look(), 1000);
    this.clockTimer = setInterval(() => this.ask(["clock"]), CLOCK_MS);
  }

  stop() {
    clearInterval(this.watch);
    clearInterval(this.clockTimer);
    this.source?.close();
    this.source = this.watch = null;
    this.set("paused");
  }

  // Open the stream again, as someone else: this browser has joined, or left.
  again() {
    this.stop();
    this.tables = new Map();
    this.start();
  }

  // Everything that is known, for a page that has just come.
  all() {
    return { kind: "all", tables: [...this.tables.values()], ...this.parts, ...this.status() };
  }

  status() {
    return { state: this.state, heard: this.heard?.day ?? 0, age_ms: this.heard?.ms ?? 0 };
  }

  open() {
    const source = new EventSource("/v1/changes");
    this.source = source;
    this.opened = new Age();
    source.onopen = () => {
      this.hear();
      this.ask(["tables", "clock", "about"]);
      // What was recorded while no one told us is read again by anyone who shows it.
      if (this.told_before) this.tell({ kind: "desk", data: { kind: "again", by: "host" } });
      this.told_before = true;
    };
    source.onerror = () => {
      if (source !== this.source) return;
      if (this.state !== "crowded") this.set("lost");
      // A refusal closes the stream for good: it is opened again when the service says that there is room.
      if (source.readyState === EventSource.CLOSED) {
        this.source = null;
        setTimeout(() => this.watch && !this.source && this.reopen(), AGAIN_MS);
      }
    };
    source.addEventListener("beat", () => this.hear());
    source.addEventListener("event", (message) => this.event(JSON.parse(message.data)));
    source.addEventListener("port", (message) => this.table_soon(JSON.parse(message.data).table));
    source.addEventListener("desk", (message) => {
      const data = JSON.parse(message.data);
      this.soon(data.kind === "clock" ? ["clock", "tables"] : ["tables", "clock", "about"]);
      this.hear();
      this.tell({ kind: "desk", data });
    });
    source.addEventListener("firmware", (message) => this.tell({ kind: "firmware", data: JSON.parse(message.data) }));
    source.addEventListener("end", () => this.set("lost"));
  }

  // Open the stream where there is room; where too many follow, ask now and then instead.
  async reopen() {
    const watch = this.watch;
    const status = await this.room();
    if (status === CROWDED) await this.poll();
    if (this.watch !== watch || this.source) return;
    if (status === 200) return this.open();
    // Pages that were refused together do not all come back together.
    const wait = status === CROWDED ? INSTEAD_MS * (0.8 + 0.4 * Math.random()) : AGAIN_MS;
    setTimeout(() => this.watch === watch && !this.source && this.reopen(), wait);
  }

  async room() {
    try {
      const { status } = await fetch("/v1/changes", { method: "HEAD", signal: AbortSignal.timeout(ANSWER_MS) });
      if (status === 401 || status === 403) this.set("refused");
      return status;
    } catch {
      return 0;
    }
  }

  async poll() {
    const seen = this.parts.about?.seen;
    const good = await this.ask(["tables", "clock", "about"]);
    if (!this.watch) return;
    if (good) this.heard = new Age();
    if (this.state !== "refused") this.set(good ? "crowded" : "lost");
    if (good && this.parts.about.seen !== seen) this.tell({ kind: "desk", data: { kind: "again", by: "host" } });
  }

  hear() {
    this.heard = this.spoke = new Age();
    if (this.state !== "live" && this.tables_known) this.set("live");
    else this.tell({ kind: "status", ...this.status() });
  }

  look() {
    const { moved_ms } = this.looked;
    this.looked = new Age();
    if (this.state === "live" && this.spoke.ms > SILENT_MS) this.set("silent");
    else if (this.state === "live" && moved_ms > MOVED_MS) this.ask(["clock", "tables"]);
    if (this.state !== "live" && this.state !== "refused" && this.source) this.instead();
  }

  // Do without the stream as long as it says nothing.
  instead() {
    const deaf = Math.min(this.spoke?.ms ?? Infinity, this.opened.ms) > DEAF_MS;
    if (deaf && this.source.readyState !== EventSource.CONNECTING) {
      this.source.close();
      this.open();
    }
    if (this.opened.ms < SILENT_MS || (this.asked && this.asked.ms < INSTEAD_MS)) return;
    this.asked = new Age();
    this.ask(["tables", "clock", "about"]).then((good) => {
      if (!good || this.state === "live") return;
      this.heard = new Age();
      this.set("silent");
    });
  }

  set(state) {
    this.state = state;
    if (state !== "live") this.tables_known = false;
    this.tell({ kind: "status", ...this.status() });
  }

  event(data) {
    const table = this.tables.get(data.table);
    if (table && data.now) {
      this.put({ ...table, now: data.now, last: data.event.n });
    } else {
      this.soon(["tables"]);
    }
    this.hear();
    this.tell({ kind: "event", data });
  }

  put(table) {
    this.tables.set(table.table, table);
    this.tell({ kind: "table", table });
  }

  // ---------------------------------------------------------------- questions

  // What has happened at one port changes one table.
  table_soon(number) {
    if (!this.tables.has(number)) return this.soon(["tables"]);
    this.alone = (this.alone ?? new Set()).add(number);
    this.soon([]);
  }

  soon(parts) {
    this.wanted = new Set([...(this.wanted ?? []), ...parts]);
    this.timer ??= setTimeout(() => {
      const wanted = this.wanted;
      const alone = this.alone ?? new Set();
      this.wanted = this.alone = this.timer = undefined;
      if (alone.size > MOST_ALONE) wanted.add("tables");
      else if (!wanted.has("tables")) alone.forEach((number) => this.ask_table(number));
      if (wanted.size) this.ask([...wanted]);
    }, ASK_AFTER_MS);
  }

  // Ask for parts of the hall; an answer that was overtaken by a later question is dropped.
  async ask(parts) {
    const turn = parts.includes("tables") ? ++this.lists : this.lists;
    const paths = { tables: "/v1/tables", clock: "/v1/clock", about: "/v1" };
    let good = true;
    await Promise.all(
      parts.map(async (part) => {
        const answer = await this.get(paths[part]);
        if (answer === undefined) good = false;
        else if (part !== "tables") this.part(part, answer);
        else if (turn === this.lists || !this.tables_known) this.all_tables(answer, turn);
        else this.soon(["tables"]);
      }),
    );
    return good;
  }

  // Ask for one table; a list that was asked for later has the table, too.
  async ask_table(number) {
    const turn = this.lists;
    const table = await this.get(`/v1/tables/${number}`);
    if (turn !== this.lists) return;
    if (!table || !this.tables.has(number)) return this.soon(["tables"]);
    this.put(this.latest(this.tables.get(number), table, Date.now()));
    this.alone_after.set(number, turn);
  }

  // What a table has told meanwhile by the stream is later than an answer with an earlier number.
  latest(before, table, now) {
    const later = before && before.ledger === table.ledger && before.last > table.last;
    return { ...table, ...(later && { now: before.now, last: before.last }), asked: now };
  }

  part(name, value) {
    this.parts[name] = { ...value, asked: Date.now() };
    this.tell({ kind: "part", name, value: this.parts[name] });
  }

  all_tables(tables, turn) {
    const now = Date.now();
    const known = this.tables;
    this.tables = new Map();
    for (const table of tables) {
      const before = known.get(table.table);
      const is_older = before && this.alone_after.get(table.table) >= turn;
      this.tables.set(table.table, is_older ? before : this.latest(before, table, now));
    }
    this.alone_after.clear();
    this.tables_known = true;
    this.tell({ kind: "tables", tables: [...this.tables.values()] });
    if (this.source?.readyState === EventSource.OPEN && this.spoke?.ms < SILENT_MS) this.hear();
  }

  async get(path) {
    try {
      const answer = await fetch(path, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(ANSWER_MS) });
      if (answer.status === 401 || answer.status === 403) this.set("refused");
      return answer.ok ? await answer.json() : undefined;
    } catch {
      return undefined;
    }
  }
}
