// Speaks to the firmware over its service port, as `tenbo sim` does: asks it, and follows its events.
import { Reader, as_line, encode } from "./line.js";

// A host says something each second, or the firmware takes it for gone. Its port holds 256 bytes.
const BEAT_MS = 1000;
const BETWEEN_LINES_MS = 30;
// What was lost, because the port was full, is asked for again; a command that is repeated is carried out once.
const AGAIN_MS = 2000;
const NUMBERS = 2 ** 30;

// What the firmware refuses, with its code.
export class Refused extends Error {
  constructor(code, at, message) {
    super(message);
    Object.assign(this, { code, at });
  }
}

export class Service {
  #send;
  #event;
  #reader = new Reader();
  #lines = [];
  #sending = false;
  #number = Date.now() % NUMBERS;
  #asked = [];
  #last = -1;

  // `send` takes a text for the port, `event` is called with each event's number and line.
  constructor(send, event) {
    this.#send = send;
    this.#event = event;
    this.#write(["who"]);
    this.#write(["after", -1]);
    setInterval(() => this.#beat(), BEAT_MS);
  }

  // The answers to a command, without its `done`.
  ask(name, ...fields) {
    return new Promise((done, refused) => {
      this.#number = (this.#number + 1) % NUMBERS;
      this.#asked.push({ message: [name, this.#number, ...fields], answers: [], done, refused });
      if (this.#asked.length === 1) this.#command();
    });
  }

  receive(text) {
    for (const message of this.#reader.read(text)) this.#handle(message);
  }

  #command() {
    this.#asked[0].sent = Date.now();
    this.#write(this.#asked[0].message);
  }

  #beat() {
    const [first] = this.#asked;
    if (first && Date.now() - first.sent > AGAIN_MS) this.#command();
    else if (!this.#lines.length) this.#write(["stored", this.#last]);
  }

  #handle(message) {
    const [name, number] = message;
    if (name === "event") {
      this.#last = Math.max(this.#last, number);
      this.#event(number, as_line(message));
    }
    const [first] = this.#asked;
    if (!first || number !== first.message[1] || name === "event") return;
    if (name === "done" || name === "refused") {
      this.#asked.shift();
      if (name === "done") first.done(first.answers);
      else first.refused(new Refused(...message.slice(2)));
      if (this.#asked.length) this.#command();
    } else if (name !== "heard") first.answers.push(message);
  }

  #write(message) {
    this.#lines.push(...encode(message));
    if (!this.#sending) this.#next();
  }

  #next() {
    this.#sending = this.#lines.length > 0;
    if (!this.#sending) return;
    this.#send(this.#lines.shift());
    setTimeout(() => this.#next(), BETWEEN_LINES_MS);
  }
}

// A display's view, and the table's state, as `tenbo sim` prints them.
const VIEW = ["screen", "score", "wind", "round", "honba", "sticks", "riichi", "place", "clock"];
const NOW = ["entering", "may_riichi", "wants_dice"];
const ASK = "ask ";

export async function view(service, seat) {
  const fields = (await service.ask("view", seat)).map(([, , key, value]) => [key, value]);
  const shown = Object.fromEntries(fields.filter(([key]) => VIEW.includes(key) || NOW.includes(key)));
  const ask = fields.filter(([key]) => key.startsWith(ASK)).map(([key, value]) => [key.slice(ASK.length), value]);
  const lines = fields.filter(([key]) => key.startsWith("line ")).map(([, value]) => value);
  return { view: { ...shown, ...(ask.length ? { ask: Object.fromEntries(ask) } : {}), lines } };
}

export async function state(service) {
  return Object.fromEntries((await service.ask("state")).map(([, , key, value]) => [key, value]));
}
