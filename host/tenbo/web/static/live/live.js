// The hall as the pages see it: `live.tables`, `live.clock`, `live.about`, and how old all of it is.
//
//   import { live } from "../live/live.js";
//   live.listen(() => draw());
import { Hub } from "./hub.js";
import { Age } from "./age.js";

// The worker tells something every two seconds, too: one that has died must not leave a page that looks new.
const SILENT_MS = 10000;
// Where the hall is asked instead, an answer may take as long again.
const ASKED_MS = 20000;

class Live {
  constructor() {
    this.tables = new Map();
    this.clock = undefined;
    this.about = undefined;
    this.state = "opening";
    this.heard = this.age_ms = 0;
    this.told = new Age();
    this.listeners = new Set();
    this.begin();
  }

  // Have a function called after every change; several changes at once are one call.
  listen(listener) {
    this.listeners.add(listener);
    listener();
    return () => this.listeners.delete(listener);
  }

  get is_live() {
    return this.state === "live" && this.told.ms < SILENT_MS;
  }

  // Whether there was no room on the stream, and the hall is asked now and then instead.
  get is_asking() {
    return this.state === "crowded" && this.told.ms < ASKED_MS;
  }

  // Since when nothing was heard, in seconds; 0 while we are told everything.
  get age_s() {
    return this.is_live || !this.heard ? 0 : Math.max(1, Math.round((this.age_ms + this.told.ms) / 1000));
  }

  // ---------------------------------------------------------------- where the changes come from

  begin() {
    try {
      const worker = new SharedWorker("/static/live/worker.js", { type: "module", name: "tenbo" });
      worker.port.onmessage = ({ data }) => this.take(data);
      this.again = () => worker.port.postMessage("again");
      worker.onerror = () => this.alone();
      addEventListener("pagehide", () => worker.port.postMessage("bye"));
      addEventListener("pageshow", (event) => event.persisted && location.reload());
    } catch {
      this.alone();
    }
  }

  // Without a shared worker the page has a stream of its own, and gives it up while no one looks.
  alone() {
    const hub = new Hub((news) => this.take(news));
    this.again = () => hub.again();
    const follow = () => (document.hidden ? hub.stop() : hub.start());
    document.addEventListener("visibilitychange", follow);
    follow();
  }

  take(news) {
    if (news.kind === "all") {
      this.tables = new Map(news.tables.map((table) => [table.table, table]));
      this.clock = news.clock;
      this.about = news.about;
    } else if (news.kind === "tables") {
      this.tables = new Map(news.tables.map((table) => [table.table, table]));
    } else if (news.kind === "table") {
      this.tables.set(news.table.table, news.table);
    } else if (news.kind === "part") {
      this[news.name] = news.value;
    }
    if (news.state !== undefined) {
      const same = news.state === this.state;
      this.state = news.state;
      this.told = new Age();
      this.heard = news.heard;
      this.age_ms = news.age_ms;
      if (news.kind === "status" && same) return;
    }
    if (["event", "desk", "firmware"].includes(news.kind)) {
      dispatchEvent(new CustomEvent(`tenbo-${news.kind}`, { detail: news.data }));
    }
    if (this.waiting) return;
    this.waiting = true;
    queueMicrotask(() => {
      this.waiting = false;
      for (const listener of this.listeners) listener();
    });
  }
}

export const live = new Live();
