// The flash of a simulated table as two files of the computer, by the log that a browser's private files have.
import { constants, fdatasyncSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { open_log } from "../../web/static/tablet/log_file.js";

const NAMES = ["flash-0.log", "flash-1.log"];

// Whether the power goes in the middle of the next line.
let torn = false;

export function tear_next_line() {
  torn = true;
}

export function open_flash(folder) {
  return open_log(NAMES.map((name) => new FileHandle(join(folder, name))));
}

// A file with the calls of a browser's FileSystemSyncAccessHandle.
class FileHandle {
  #file;

  constructor(path) {
    this.#file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  }

  getSize() {
    return fstatSync(this.#file).size;
  }

  read(bytes, { at }) {
    return readSync(this.#file, bytes, 0, bytes.length, at);
  }

  write(bytes, { at }) {
    return writeSync(this.#file, bytes, 0, torn ? bytes.length >> 1 : bytes.length, at);
  }

  truncate(size) {
    ftruncateSync(this.#file, size);
  }

  flush() {
    fdatasyncSync(this.#file);
  }
}
