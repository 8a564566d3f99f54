// The files of a table's flash, built from the log of their changes; a line is what firmware/page/flash.py stores.
import { checksum } from "./line.js";

// A table as a file: this line, its log, and the last line, each with its checksum.
const HEAD = "tenbo-table 1";
const END = "whole";
const bytes_of = (text) => Uint8Array.from(atob(text === "-" ? "" : text), (letter) => letter.charCodeAt(0));
const text_of = (bytes) => btoa(String.fromCharCode(...bytes)) || "-";

export class Files {
  // The table's own number, which it has from its first start on.
  number = "";
  #folders = new Set();
  #files = new Map();

  apply(line) {
    const [kind, path, ...rest] = line.split(" ");
    if (kind === "number") this.number = path;
    else if (kind === "folder") this.#folders.add(path);
    else if (kind === "file") this.#files.set(path, bytes_of(rest[0]));
    else if (kind === "page") this.#files.get(path)?.set(bytes_of(rest[1]), Number(rest[0]));
    else if (kind === "rename") this.#rename(path, rest[0]);
    else if (kind === "remove") {
      this.#files.delete(path);
      this.#folders.delete(path);
    }
  }

  #rename(old, now) {
    const renamed = (path) => (path === old || path.startsWith(`${old}/`) ? now + path.slice(old.length) : path);
    this.#folders = new Set([...this.#folders].map(renamed));
    // The one that had the name is gone, wherever it stands in the list.
    if (this.#files.has(old)) this.#files.delete(now);
    this.#files = new Map([...this.#files].map(([path, bytes]) => [renamed(path), bytes]));
  }

  // The shortest log that leads here.
  lines() {
    return [
      ...(this.number ? [`number ${this.number}`] : []),
      ...[...this.#folders].map((path) => `folder ${path}`),
      ...[...this.#files].map(([path, bytes]) => `file ${path} ${text_of(bytes)}`),
    ];
  }
}

// A line with its checksum, and the text of one that is undamaged: what a loss of power has cut is none.
export const checked = (text) => `${checksum(text)} ${text}`;
export const sound = (line) => (line[8] === " " && checksum(line.slice(9)) === line.slice(0, 8) ? line.slice(9) : undefined);

export const as_file = (files) => `${[HEAD, ...files.lines(), END].map(checked).join("\n")}\n`;

// The table of such a file; nothing if it is none, or damaged.
export function from_file(text) {
  const lines = text.trimEnd().split("\n").map(sound);
  if (lines[0] !== HEAD || lines.at(-1) !== END || lines.includes(undefined)) return undefined;
  const files = new Files();
  for (const line of lines.slice(1, -1)) files.apply(line);
  return files.number ? files : undefined;
}
