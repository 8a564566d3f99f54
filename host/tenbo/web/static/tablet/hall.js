// The line of this table to the hall that serves its page: it dials, and again after each end. What comes over it goes to
// the firmware as over a cable, and the other way round.
import { say } from "../words.js";

// On the poster of a table: the table, and the name and the key by which hall and table know each other.
const CODE = /^#(\d{1,3})\.([0-9a-f]{8})\.([0-9a-f]{32})$/;
const KEPT = "tenbo-hall";
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 2500;
// After a refusal it is of no use to dial at once.
const REFUSED_WAIT_MS = 60_000;
// A host says something each second, or each three to a table that waits for the desk. A network does not tell an end.
const SILENCE_MS = 8000;
// A connection that is not there by then is tried anew: behind an access point that was away, a browser would try the old
// one again after up to a minute.
const CONNECTING_MS = 5000;
const LOOK_MS = 1000;
// Shorter troubles are over before they are read.
// So long it says that all is well again.
const SENT_MS = 5000;
const PATIENCE_MS = 4000;
// How much may wait to be sent: the firmware sends again what is lost.
const MOST_WAITING = 65_536;
const FIRMWARE = new URL("../micropython/firmware.img", import.meta.url).href;

const REFUSALS = {
  not_proved: () => say("The hall does not know this table's code: open the address on the table's poster."),
  other_table: () => say("This tablet belongs to another table: open the address on that table's poster."),
  replaced: () => say("This table is also connected from another place: the newer connection is used."),
  too_many: () => say("The hall has too many connections. This table will reconnect."),
};

// The code of the address, which goes from there once it is kept, or the one that was kept. It outlives a loss of power,
// which what a page keeps elsewhere does only after some seconds.
async function find_code() {
  const given = CODE.exec(location.hash)?.slice(1);
  try {
    const opening = indexedDB.open(KEPT, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("code");
    const database = await finished(opening, "onsuccess");
    const transaction = database.transaction("code", given ? "readwrite" : "readonly", { durability: "strict" });
    const code = transaction.objectStore("code");
    const request = given ? code.put(given, "code") : code.get("code");
    await finished(transaction, "oncomplete");
    database.close();
    if (given) history.replaceState(undefined, "", location.pathname + location.search);
    return given ?? request.result;
  } catch {
    return given;
  }
}

async function finished(asked, event) {
  await new Promise((done, failed) => {
    asked[event] = done;
    asked.onerror = asked.onabort = failed;
  });
  return asked.result;
}

export class HallLine {
  // The number of the last event that the hall has stored.
  acknowledged = -1;
  is_followed = false;
  #table;
  #note;
  #socket;
  #wait = FIRST_WAIT_MS;
  #heard = 0;
  #dialled = 0;
  #since = Date.now();
  #refused = false;
  #shown = "";
  #is_behind = false;
  #sent = -Infinity;
  #firmware;
  #key;
  #again;

  // The line of a table that has come with a code, or none. `note` shows a sentence, or takes it away.
  static async of(table, note) {
    const code = await find_code();
    return code && new HallLine(table, note, code);
  }

  constructor(table, note, [number, hall, key]) {
    this.#table = table;
    this.#note = note;
    this.table = Number(number);
    this.#key = [hall, key];
    this.#begin().then(() => setInterval(() => this.#look(), LOOK_MS));
  }

  // The device starts again, as after a loss of power: its line ends with it, and the hall greets it at another one.
  restart() {
    if (!this.#socket) return;
    this.#hang_up();
    this.#unfollow();
    this.#begin();
  }

  get is_open() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  // A line of the firmware.
  send(line) {
    if (this.is_open && this.#socket.bufferedAmount < MOST_WAITING) this.#socket.send(line);
  }

  // The firmware keeps the key as it keeps one that came over a cable; it is given at the service port, inside the box.
  async #begin() {
    for (;;) {
      try {
        await this.#table.ask("key", ...this.#key);
        return this.#dial();
      } catch (error) {
        if (error.code && error.code !== "our_mistake") return this.#show(error.message);
      }
      // It is starting.
      await new Promise((done) => setTimeout(done, FIRST_WAIT_MS));
    }
  }

  #hang_up() {
    clearTimeout(this.#again);
    this.#socket.onclose = undefined;
    this.#socket.close();
  }

  #unfollow() {
    if (this.is_followed) this.#since = Date.now();
    this.is_followed = false;
  }

  #dial() {
    if (this.#socket) this.#hang_up();
    const socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/v1/line`);
    this.#socket = socket;
    this.#dialled = Date.now();
    socket.onopen = () => {
      this.#heard = Date.now();
      this.#check_firmware().catch(() => undefined);
    };
    socket.onmessage = ({ data }) => socket === this.#socket && this.#receive(data);
    socket.onclose = ({ reason }) => socket === this.#socket && this.#closed(reason);
  }

  #receive(line) {
    this.#heard = Date.now();
    const stored = /^\["stored",(-?\d+)\]/.exec(line);
    if (stored) {
      if (!this.is_followed) this.#since = Date.now();
      this.is_followed = true;
      this.acknowledged = Number(stored[1]);
      this.#wait = FIRST_WAIT_MS;
    }
    this.#table.send(line);
  }

  #closed(reason) {
    this.#unfollow();
    const refusal = REFUSALS[reason]?.();
    if (refusal) this.#show(refusal);
    // Tables that have lost the hall together come back one by one.
    this.#again = setTimeout(() => this.#dial(), (refusal ? REFUSED_WAIT_MS : this.#wait) * (0.5 + Math.random() / 2));
    this.#refused = Boolean(refusal);
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT_MS);
  }

  // A connection on which nothing comes is given up, and the page says how far the hall has got.
  #look() {
    const is_silent = this.is_open && Date.now() - this.#heard > SILENCE_MS;
    const connects = this.#socket.readyState === WebSocket.CONNECTING;
    if (is_silent || (connects && Date.now() - this.#dialled > CONNECTING_MS)) {
      this.#hang_up();
      this.#closed("");
    }
    if (this.#refused) return;
    const trouble = this.#trouble();
    if (trouble) this.#is_behind = true;
    else if (this.#is_behind && this.is_followed && this.#table.stored <= this.acknowledged) {
      this.#is_behind = false;
      this.#sent = Date.now();
    }
    this.#show(trouble || (Date.now() - this.#sent < SENT_MS ? say("All sent") : ""));
  }

  #show(sentence) {
    if (sentence !== this.#shown) this.#note("hall", sentence);
    this.#shown = sentence;
  }

  #trouble() {
    if (Date.now() - this.#since < PATIENCE_MS) return "";
    const missing = this.#table.stored - this.acknowledged;
    if (!this.is_open) return say("No connection to the hall. Play on. Events not yet received by the hall: {}", Math.max(0, missing));
    if (!this.is_followed) return say("This tablet is waiting for the desk, because the table has another device. The desk can move the game to this tablet under Spares.");
    if (missing <= 0) this.#since = Date.now();
    return missing > 0 ? say("Events not yet received by the hall: {}", missing) : "";
  }

  // The hall has another firmware than this page: it is loaded when no hand is running.
  async #check_firmware() {
    const { headers } = await fetch(FIRMWARE, { method: "HEAD", cache: "no-store" });
    this.#firmware ??= headers.get("etag");
    if (headers.get("etag") === this.#firmware) return;
    while ((await this.#table.state().catch(() => ({}))).phase === "playing") await new Promise((done) => setTimeout(done, LOOK_MS));
    location.reload();
  }
}
