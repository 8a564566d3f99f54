// Keeps the hall as it stands: one stream of changes for a whole browser, from which every page is told.
// It runs in the shared worker, or in the page itself where a browser has none.
import { Since } from "./since.js";

// The stream says something every two seconds; after so long without a word the numbers are old.
const SILENT_MS = 6000;
const AGAIN_MS = 1000;
// A line may be dead without anybody having said so, and a proxy may keep what is said to itself: after so long without a
// word the stream is opened anew, and until one speaks the hall is asked so often.
const DEAF_MS = 10000;
const INSTEAD_MS = 5000;
// A question that has no answer by then gets none.
const ANSWER_MS = 8000;
// A clock that was put right, or a computer that slept.
const MOVED_MS = 2000;
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
    this.asking = 0;
    this.source = null;
    this.watch = null;
  }

  // Begin, or go on after `stop`.
  start() {
    if (this.source) return;
    this.looked = new Since();
    this.open();
    this.watch = setInterval(() => this.look(), 1000);
    this.clockTimer = setInterval(() => this.ask(["clock"]), CLOCK_MS);
  }

  stop() {
    clearInterval(this.watch);
    clearInterval(this.clockTimer);
    this.source?.close();
    this.source = null;
    this.set("paused");
  }

  // Open the stream anew, as somebody else: this browser has joined, or left.
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
    this.opened = new Since();
    source.onopen = () => {
      this.hear();
      this.ask(["tables", "clock", "about"]);
      // What was recorded while nobody told us is read again by whoever shows it.
      if (this.told_before) this.tell({ kind: "desk", data: { kind: "again", by: "host" } });
      this.told_before = true;
    };
    source.onerror = () => {
      if (source !== this.source) return;
      this.set("lost");
      // A refusal closes the stream for good: it is opened anew, and the question before it says why it was refused.
      if (source.readyState === EventSource.CLOSED) {
        this.source = null;
        setTimeout(() => this.watch && !this.source && this.reopen(), AGAIN_MS);
      }
    };
    source.addEventListener("beat", () => this.hear());
    source.addEventListener("event", (message) => this.event(JSON.parse(message.data)));
    source.addEventListener("port", () => this.soon(["tables"]));
    source.addEventListener("desk", (message) => {
      const data = JSON.parse(message.data);
      this.soon(data.kind === "clock" ? ["clock", "tables"] : ["tables", "clock", "about"]);
      this.hear();
      this.tell({ kind: "desk", data });
    });
    source.addEventListener("firmware", (message) => this.tell({ kind: "firmware", data: JSON.parse(message.data) }));
    source.addEventListener("end", () => this.set("lost"));
  }

  async reopen() {
    if (await this.ask(["about"])) this.open();
    else setTimeout(() => this.watch && !this.source && this.reopen(), AGAIN_MS);
  }

  hear() {
    this.heard = this.spoke = new Since();
    if (this.state !== "live" && this.tables_known) this.set("live");
    else this.tell({ kind: "status", ...this.status() });
  }

  look() {
    const { moved_ms } = this.looked;
    this.looked = new Since();
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
    this.asked = new Since();
    this.ask(["tables", "clock", "about"]).then((good) => {
      if (!good || this.state === "live") return;
      this.heard = new Since();
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

  soon(parts) {
    this.wanted = new Set([...(this.wanted ?? []), ...parts]);
    this.timer ??= setTimeout(() => {
      const wanted = [...this.wanted];
      this.wanted = this.timer = undefined;
      this.ask(wanted);
    }, ASK_AFTER_MS);
  }

  // Ask for parts of the hall; an answer that was overtaken by a later question is dropped.
  async ask(parts) {
    const turn = ++this.asking;
    const paths = { tables: "/v1/tables", clock: "/v1/clock", about: "/v1" };
    let good = true;
    await Promise.all(
      parts.map(async (part) => {
        const answer = await this.get(paths[part]);
        if (answer === undefined) good = false;
        else if (part !== "tables") this.part(part, answer);
        else if (turn === this.asking || !this.tables_known) this.all_tables(answer);
        else this.soon(["tables"]);
      }),
    );
    return good;
  }

  part(name, value) {
    this.parts[name] = { ...value, asked: Date.now() };
    this.tell({ kind: "part", name, value: this.parts[name] });
  }

  all_tables(tables) {
    // What a table has told meanwhile by the stream is later than an answer with an earlier number.
    const now = Date.now();
    const known = this.tables;
    this.tables = new Map();
    for (const table of tables) {
      const before = known.get(table.table);
      const later = before && before.ledger === table.ledger && before.last > table.last;
      this.tables.set(table.table, { ...table, ...(later && { now: before.now, last: before.last }), asked: now });
    }
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
