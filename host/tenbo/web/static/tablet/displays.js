// The four displays: the bytes on the bus of an SSD1309 become its memory, as in `tenbo.simulator.ssd1309`.
export const WIDTH = 128;
export const HEIGHT = 64;

// Commands that are followed by values, and how many.
const VALUES = new Map([
  [0x20, 1], [0x21, 2], [0x22, 2], [0x26, 6], [0x27, 6], [0x29, 6], [0x2a, 6], [0x81, 1], [0xa3, 2], [0xa8, 1],
  [0xd3, 1], [0xd5, 1], [0xd9, 1], [0xda, 1], [0xdb, 1], [0xfd, 1], [0xdc, 1],
]);
const HORIZONTAL = 0;
const VERTICAL = 1;
const PAGE = 2;

export class Display {
  memory = new Uint8Array((WIDTH * HEIGHT) / 8);
  #supplied = false;
  #running = false;

  constructor() {
    this.#reset();
  }

  #reset() {
    Object.assign(this, { on: false, contrast: 0x7f, inverted: false, all_lit: false });
    Object.assign(this, { mode: PAGE, columns: [0, WIDTH - 1], pages: [0, 7], column: 0, page: 0 });
    Object.assign(this, { remapped: false, from_far_end: false, start_line: 0, offset: 0, pending: [] });
  }

  supply(on) {
    this.#supplied = on;
    this.#running = false;
    this.#reset();
  }

  // A low sets every register to its default; the memory stays.
  reset_line(high) {
    if (!high) this.#reset();
    this.#running = high && this.#supplied;
  }

  receive(data) {
    let at = 0;
    while (at < data.length) {
      const control = data[at];
      const end = control & 0x80 ? at + 2 : data.length;
      for (const byte of data.subarray(at + 1, end)) {
        if (control & 0x40) this.#write(byte);
        else this.#command(byte);
      }
      at = end;
    }
  }

  #write(byte) {
    const column = this.remapped ? this.column : WIDTH - 1 - this.column;
    this.memory[this.page * WIDTH + column] = byte;
    if (this.mode === VERTICAL) {
      if (this.#next_page()) this.#next_column();
    } else if (this.#next_column() && this.mode === HORIZONTAL) this.#next_page();
  }

  // Move on, and return whether the end has been passed.
  #next_column() {
    const [first, last] = this.mode === PAGE ? [0, WIDTH - 1] : this.columns;
    const over = this.column >= last;
    this.column = over ? first : this.column + 1;
    return over;
  }

  #next_page() {
    const over = this.page >= this.pages[1];
    this.page = over ? this.pages[0] : this.page + 1;
    return over;
  }

  #command(byte) {
    this.pending.push(byte);
    const [command, ...values] = this.pending;
    if (values.length < (VALUES.get(command) ?? 0)) return;
    this.pending = [];
    if (command < 0x10) this.column = (this.column & 0x70) | command;
    else if (command < 0x20) this.column = ((command & 7) << 4) | (this.column & 15);
    else if (command === 0x20) this.mode = Math.min(values[0] & 3, PAGE);
    else if (command === 0x21) [this.columns, this.column] = [values.map((one) => one & 0x7f), values[0] & 0x7f];
    else if (command === 0x22) [this.pages, this.page] = [values.map((one) => one & 7), values[0] & 7];
    else if (command >= 0x40 && command < 0x80) this.start_line = command & 0x3f;
    else if (command === 0x81) this.contrast = values[0];
    else if (command === 0xa0 || command === 0xa1) this.remapped = command === 0xa1;
    else if (command === 0xa4 || command === 0xa5) this.all_lit = command === 0xa5;
    else if (command === 0xa6 || command === 0xa7) this.inverted = command === 0xa7;
    else if (command === 0xae || command === 0xaf) this.on = command === 0xaf;
    else if (command >= 0xb0 && command < 0xb8) this.page = command & 7;
    else if (command === 0xc0 || command === 0xc8) this.from_far_end = command === 0xc8;
    else if (command === 0xd3) this.offset = values[0] & 0x3f;
  }

  get lit() {
    return this.#supplied && this.#running && this.on;
  }

  // A byte for each pixel as a player sees it, 1 lit, row by row.
  picture() {
    const pixels = new Uint8Array(WIDTH * HEIGHT);
    if (!this.lit) return pixels;
    for (let row = 0; row < HEIGHT; row++) {
      const scanned = this.from_far_end ? row : HEIGHT - 1 - row;
      const line = (scanned + this.offset + this.start_line) % HEIGHT;
      const page = (line >> 3) * WIDTH;
      for (let column = 0; column < WIDTH; column++) {
        const bit = (this.memory[page + column] >> (line & 7)) & 1;
        pixels[row * WIDTH + column] = this.all_lit ? 1 : bit ^ (this.inverted ? 1 : 0);
      }
    }
    return pixels;
  }
}
