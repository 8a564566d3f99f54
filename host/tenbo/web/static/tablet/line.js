// The lines of PROTOCOL.md: a JSON array, a star, its CRC-32, a newline. Long messages go in parts.
const LONGEST = 120;
const CHECK_LENGTH = 9;
const PART_LENGTH = 44;

const TABLE = Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? 0xedb88320 ^ (byte >>> 1) : byte >>> 1;
  return byte >>> 0;
});

// The CRC-32 of a text of ASCII, in eight hexadecimal digits.
export function checksum(text) {
  let sum = 0xffffffff;
  for (let at = 0; at < text.length; at++) sum = TABLE[(sum ^ text.charCodeAt(at)) & 255] ^ (sum >>> 8);
  return ((sum ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
}

const ascii = (text) => text.replaceAll(/[\u007f-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);

// A message as one line, however long, without its newline.
export function as_line(message) {
  const text = ascii(JSON.stringify(message));
  return `${text}*${checksum(text)}`;
}

// The lines of a message as a table takes them.
export function encode(message) {
  const text = ascii(JSON.stringify(message));
  if (text.length + CHECK_LENGTH + 1 <= LONGEST) return [`${as_line(message)}\n`];
  const parts = text.match(new RegExp(`.{1,${PART_LENGTH}}`, "gs"));
  return parts.map((part, place) => `${as_line(["part", place, parts.length, part])}\n`);
}

// Collects text and gives the messages of whole, undamaged lines.
export class Reader {
  #rest = "";
  #parts = [];

  read(text) {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop();
    return lines.map((line) => this.#message(line)).filter(Boolean);
  }

  #message(line) {
    const body = line.slice(0, -CHECK_LENGTH);
    if (line.at(-CHECK_LENGTH) !== "*" || checksum(body) !== line.slice(1 - CHECK_LENGTH)) return undefined;
    const message = JSON.parse(body);
    if (message[0] !== "part") return message;
    if (message[1] !== this.#parts.length) this.#parts = [];
    this.#parts[message[1]] = message[3];
    if (this.#parts.length < message[2]) return undefined;
    const text = this.#parts.join("");
    this.#parts = [];
    return JSON.parse(text);
  }
}
