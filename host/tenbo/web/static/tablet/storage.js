// Where a table's flash is kept: a log of lines in the browser's private files, or in its database.
//
// `append` returns nothing when a line is stored, or a promise of that. One page alone may have a table's storage.
import { Files } from "./files.js";
import { is_too_long, open_log } from "./log_file.js";

// Each folder of an origin has a table of its own.
const FOLDER = new URL("../../", import.meta.url).pathname;
const NAME = `tenbo-table${FOLDER === "/" ? "" : encodeURIComponent(FOLDER)}`;
const FILES = [`${NAME}-0`, `${NAME}-1`];
const CLAIMS = 20;
const CLAIM_MS = 100;
const ANSWER_MS = 400;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// The table is open on another page.
export class InUse extends Error {}

// Where a browser lacks a kind of storage, or forbids it, the next one is taken. One that is there and fails has perhaps
// a game: then there is no table, rather than an empty one.
const LACKING = ["SecurityError", "NotAllowedError", "NotSupportedError"];

export async function open_storage() {
  const folder = await allowed(() => navigator.storage?.getDirectory?.());
  if (folder && globalThis.FileSystemFileHandle?.prototype.createSyncAccessHandle) return open_files(folder);
  const database = await allowed(() => globalThis.indexedDB && opened());
  if (database) return open_database(database);
  return { kind: "none", files: new Files(), append: () => undefined, replace: () => undefined, close: () => undefined };
}

async function allowed(open) {
  try {
    return await open();
  } catch (error) {
    if (!LACKING.includes(error.name)) throw error;
    console.warn(`not allowed: ${error}`);
    return undefined;
  }
}

// ---------------------------------------------------------------- private files, in a worker on a secure page

async function open_files(folder) {
  const handles = [];
  for (const name of FILES) handles.push(await claimed(await folder.getFileHandle(name, { create: true })));
  return Object.assign(open_log(handles), { kind: "opfs" });
}

// A page that was left a moment ago may still hold it.
async function claimed(file) {
  for (let time = 0; time < CLAIMS; time++) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      if (error.name !== "NoModificationAllowedError") throw error;
      await pause(CLAIM_MS);
    }
  }
  throw new InUse();
}

// ---------------------------------------------------------------- the database, wherever there is one

async function open_database(database) {
  const channel = new BroadcastChannel(NAME);
  let used = false;
  channel.onmessage = ({ data }) => (used ||= data === "here");
  channel.postMessage("who");
  await pause(ANSWER_MS);
  if (used) throw new InUse();
  const owner = crypto.getRandomValues(new Uint32Array(2)).join("-");
  const files = await taken(database, owner);
  channel.onmessage = ({ data }) => data === "who" && channel.postMessage("here");
  return new LogDatabase(database, owner, files, channel);
}

function opened() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("lines", { autoIncrement: true });
    request.result.createObjectStore("owner");
  };
  return finished(request, "onsuccess").then(() => request.result);
}

const finished = (asked, event) =>
  new Promise((done, failed) => {
    asked[event] = done;
    asked.onerror = asked.onabort = () => failed(asked.error ?? new Error("the browser does not store"));
  });

const writing = (database) => database.transaction(["lines", "owner"], "readwrite", { durability: "strict" });

// Read what is stored, and own it from now on: who had it before can store nothing more.
async function taken(database, owner) {
  const transaction = writing(database);
  const files = new Files();
  let length = 0;
  const lines = transaction.objectStore("lines");
  lines.getAll().onsuccess = ({ target }) => {
    for (const line of target.result) {
      files.apply(line);
      length += line.length;
    }
    if (is_too_long(length, files)) {
      lines.clear();
      for (const line of files.lines()) lines.add(line);
    }
  };
  transaction.objectStore("owner").put(owner, "owner");
  await finished(transaction, "oncomplete");
  return files;
}

class LogDatabase {
  kind = "indexeddb";
  #database;
  #owner;
  #channel;
  #waiting = [];
  #writing = Promise.resolve();

  constructor(database, owner, files, channel) {
    this.#database = database;
    this.#owner = owner;
    this.#channel = channel;
    this.files = files;
  }

  // Lines that come while others are being stored are stored together.
  append(line) {
    this.#waiting.push(line);
    this.files.apply(line);
    if (this.#waiting.length === 1) this.#writing = this.#writing.then(() => this.#store());
    return this.#writing;
  }

  async #store(others) {
    const lines = others ?? this.#waiting;
    const clears = Boolean(others);
    if (!clears) this.#waiting = [];
    const transaction = writing(this.#database);
    const owner = transaction.objectStore("owner").get("owner");
    owner.onsuccess = () => {
      if (owner.result !== this.#owner) return transaction.abort();
      if (clears) transaction.objectStore("lines").clear();
      for (const line of lines) transaction.objectStore("lines").add(line);
    };
    await finished(transaction, "oncomplete").catch((error) => {
      throw owner.result === this.#owner ? error : new InUse();
    });
  }

  // Keep other files in place of these.
  replace(files) {
    this.files = files;
    return (this.#writing = this.#writing.then(() => this.#store(files.lines())));
  }

  async close() {
    // A line that is appended while another is stored is stored after it.
    await this.#writing;
    this.#channel.close();
    this.#database.close();
  }
}
