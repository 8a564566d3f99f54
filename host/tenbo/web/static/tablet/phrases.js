// Numbers, names and keys as the panels of a table write them.
import { WIND_SIGNS, language, points, say } from "../words.js";

const OUT_OF_TURN = ["left", "across", "right"];
export const NAMES = ["RIICHI", "OK", "UP", "DOWN", "BACK"];
const WINDS = () => [say("East"), say("South"), say("West"), say("North")];
const ROUNDS = () => [say("E"), say("S"), say("W"), say("N")];
export const LETTERS = ["E", "S", "W", "N"];
// The face of a wind's tile, which is the same in China.
export const TILES = { ...WIND_SIGNS, E: "東" };

export const number = (value) => points(value).replace("-", "−");
// Points within a line of the device, which has no room for the marks of thousands.
export const with_marks = (text) => text.replace(/(?<![\d.:])[+-]?\d{2,4}00(?![\d.:])/g, (points) => (points[0] === "+" ? "+" : "") + number(Number(points)));
export const signed = (value) => (value > 0 ? "+" : "") + number(value);
export const ordinal = (place) => [say("1st"), say("2nd"), say("3rd"), say("4th")][place - 1];

// Of three players one side of the table is empty.
export const is_played = (table, seat) => seat < table.scores.length;
export const wind_of = (seat, { dealer, scores }) => (seat - dealer + scores.length) % scores.length;
// A longer name would make the letters of its line too small to be read across a table.
const MOST_LETTERS = 12;
// So many letters has a name in a sentence, beside points and on a key.
export const OF_SENTENCE = 9;
const cut = (name, most) => ([...name].length > most ? `${[...name].slice(0, most - 1).join("").trimEnd()}…` : name);
export const name_of = (table, seat, most = MOST_LETTERS) => cut(table.names[seat], most) || WINDS()[wind_of(seat, table)];
// A hand of a round, as a reader of this language says it: East 1, 東1局. English is short where there is no room alone.
export function round_of({ round, hand }) {
  const at = LETTERS.indexOf(round);
  return language === "en" ? `${WINDS()[at]} ${hand}` : say("{}{}", ROUNDS()[at], hand);
}
// What a hand may be worth: the name of a limit, yakuman, or its han, with fu where they count.
export function value_name({ name, yakuman, han, fu }) {
  if (name) return name;
  if (yakuman) return yakuman === 1 ? say("yakuman") : say("{} yakuman", yakuman);
  return [say("{} han", han), ...(fu ? [say("{} fu", fu)] : [])].join(" ");
}
export const side_of = (seat, other) => OUT_OF_TURN[3 - ((other - seat + 4) % 4)];

// A label as it is read aloud: without the places where it may be broken.
export const unbroken = (label) => label.replace(/[\u00ad\u200b]/g, "");
// A key's label and how it looks: does, yes, no, riichi, lit, or idle without a label.
export const key = (label, kind = label ? "does" : "idle", name = "") => ({ label, kind, name });
export const IDLE = key("");

// What the device writes at the end of its first line: the seconds left, or a place in a list.
export const corner = (view) => (view.corner ? [view.corner] : []);

// The device writes arrows with letters of its own.
const ARROWS = { "^": "↑", "`": "↓", ">": "→" };

// The keys as the device labels them: OK, UP, DOWN and BACK.
export function device_keys({ keys: [ok, up, down, back] }, screen, kind_of_back) {
  const labelled = (label) => (label ? key(ARROWS[label] ?? label) : IDLE);
  const yes = ok && screen !== "question" ? key(ok, "yes") : labelled(ok);
  return [IDLE, yes, labelled(up), labelled(down), back ? key(back, kind_of_back) : IDLE];
}
