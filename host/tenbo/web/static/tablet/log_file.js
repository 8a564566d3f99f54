// A table's flash as a log of lines in two files: one counts, and the other takes the shortest log that leads there.
//
// A file is a handle of a browser's private file, or of one that Node has open: reading and writing return at once.
import { Files, checked, sound } from "./files.js";

// A log is rewritten at a start when it is this long, and so many times as long as what it comes to.
const LONG = 256 * 1024;
const TIMES = 3;

export const is_too_long = (length, files) => length > LONG && length > TIMES * files.lines().join("").length;

export function open_log(handles) {
  const logs = handles.map(read_log);
  const newest = logs[0].generation >= logs[1].generation ? 0 : 1;
  return new LogFile(handles, newest, logs[newest]);
}

// A log begins with its generation, and counts once its first state is whole.
function read_log(handle) {
  const bytes = new Uint8Array(handle.getSize());
  handle.read(bytes, { at: 0 });
  const lines = new TextDecoder().decode(bytes).split("\n").map(sound).filter(Boolean);
  const generation = lines.includes("whole") ? Number(lines[0]?.split(" ")[1] ?? 0) : 0;
  const files = new Files();
  if (generation) for (const line of lines) files.apply(line);
  return { generation, files, length: bytes.length };
}

const encoded = (line) => new TextEncoder().encode(`\n${checked(line)}\n`);

class LogFile {
  #handles;
  #now;
  #length;
  #generation;

  constructor(handles, now, { generation, files, length }) {
    this.#handles = handles;
    this.#now = now;
    this.#length = length;
    this.files = files;
    this.#generation = generation;
    if (!generation || is_too_long(length, files)) this.#rewrite();
  }

  // Keep other files in place of these.
  replace(files) {
    this.files = files;
    this.#rewrite();
  }

  // Into the other file: until that is whole, this one counts.
  #rewrite() {
    this.#generation++;
    this.#now = 1 - this.#now;
    this.#length = 0;
    this.#handles[this.#now].truncate(0);
    for (const line of [`tenbo ${this.#generation}`, ...this.files.lines()]) this.#length = this.#write(line);
    // A disk may write pages in any order: the end must not be there before what it speaks of.
    this.#handles[this.#now].flush();
    this.append("whole");
  }

  // Write a line behind the last one that counts, and return where it ends.
  #write(line) {
    const bytes = encoded(line);
    const written = this.#handles[this.#now].write(bytes, { at: this.#length });
    if (written < bytes.length) throw new DOMException("the browser has no room", "QuotaExceededError");
    return this.#length + bytes.length;
  }

  append(line) {
    const end = this.#write(line);
    this.#handles[this.#now].flush();
    this.#length = end;
    this.files.apply(line);
  }

  close() {
    for (const handle of this.#handles) handle.close();
  }
}
