// The device as the page has it: starts its worker, again whenever it has restarted, and tells what comes from it.

// A device that restarts so often in so short a time will not play.
const MOST_RESTARTS = 5;
const RESTARTS_MS = 60_000;

// What a stored line says of dice, if it begins a hand.
function dice_of(line) {
  const [, , kind, ...fields] = JSON.parse(line.slice(0, line.lastIndexOf("*")));
  return kind === "hand" ? fields.find(Array.isArray) : undefined;
}

export class Table {
  stored = -1;
  restarts = 0;
  world = { storage: "none", persisted: false };
  #worker;
  #on;
  #rules;
  #lines = new Map();
  #asked = new Map();
  #number = 0;
  #facts = {};
  #starts = [];
  #fault = "";

  // `on` has a function for each kind of message: views, picture, lamp, tone, marker, line, fault, refused, ended; `dice` for
  // what an event has thrown, if anything; and `dark` for a device that shows and sounds nothing, because it has stopped,
  // `restarts` for one that starts again.
  constructor(on, rules) {
    this.#on = on;
    this.#rules = rules;
    this.#start("power");
  }

  // What the seat's display says, in words, and how the table stands; refused while it starts.
  view = (seat) => this.#ask("view", seat);
  state = () => this.#ask("state");
  // All that this table keeps as the text of a file, and such a file in place of it: the device then starts again.
  file = () => this.#ask("file");
  replace = (text) => this.#ask("replace", text);
  // Give a seat its player.
  name = (seat, text) => this.#ask("name", seat, text);
  // The answers to a command of PROTOCOL.md.
  ask = (name, ...fields) => this.#ask("ask", name, ...fields);

  // The stored events of this ledger, a line each.
  ledger() {
    return [...this.#lines].sort(([one], [other]) => one - other).map(([, line]) => line);
  }

  // What a host learns of this device beside what the firmware knows: `persisted`, `battery`.
  tell(facts) {
    this.#facts = { ...this.#facts, ...facts };
    this.#worker.postMessage({ facts: this.#facts });
  }

  key(place, name, down) {
    this.#worker.postMessage({ key: [place, name, down] });
  }

  send(line) {
    this.#worker.postMessage({ line });
  }

  #start(started_by) {
    this.#starts.push(Date.now());
    this.#worker?.terminate();
    for (const { refused } of this.#asked.values()) refused(new Error("the table has restarted"));
    this.#asked.clear();
    this.#worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#receive(data);
    this.#worker.onerror = (event) => this.#ended({ ended: "not_started", why: event.message });
    this.#worker.postMessage({ begin: { rules: this.#rules, started_by, language: document.documentElement.lang } });
    this.tell({});
  }

  #receive(data) {
    if ("id" in data) this.#answered(data);
    else if ("event" in data) {
      this.#lines.set(data.event, data.line);
      this.stored = Math.max(this.stored, data.event);
      this.#on.dice(dice_of(data.line));
    } else if ("world" in data) this.#opened(data.world);
    else if ("ended" in data) this.#ended(data);
    else {
      if ("fault" in data) this.#fault = data.fault;
      const kind = ["views", "picture", "lamp", "tone", "marker", "line", "fault", "refused"].find((one) => one in data);
      this.#on[kind]?.(data[kind], data);
    }
  }

  // Ask the browser to keep the games for good.
  async persist() {
    if (await navigator.storage?.persist?.().catch(() => false)) await this.#opened(this.world);
  }

  async #opened(world) {
    this.world = { ...world, persisted: (await navigator.storage?.persisted?.().catch(() => false)) ?? false };
    this.tell({ persisted: this.world.persisted });
    this.#on.world?.(this.world);
  }

  #ended({ ended, why }) {
    this.#on.dark();
    const restarts = ["reset", "watchdog"].includes(ended);
    this.#starts = this.#starts.filter((at) => Date.now() - at < RESTARTS_MS);
    if (!restarts) this.#on.ended(ended, why);
    else if (this.#starts.length < MOST_RESTARTS) {
      this.restarts++;
      this.#start(ended);
      this.#on.restarts();
    }
    else this.#on.ended("restarts", this.#fault || ended);
  }

  #ask(...words) {
    return new Promise((done, refused) => {
      const id = this.#number++;
      this.#asked.set(id, { done, refused });
      this.#worker.postMessage({ id, words });
    });
  }

  #answered({ id, value, refused }) {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    if (refused) asked?.refused(Object.assign(new Error(refused.message), refused));
    else asked?.done(value);
  }
}
