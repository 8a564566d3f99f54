// What the service refuses, in the reader's language: an error carries the code of its sentence and what varies in it. Identifiers
// within it, such as kinds of events, have words of their own. A reason that an answer gives without its code is known by its
// shape; shapes with more words come first, so that no general one takes what is meant for another.
import { author } from "../parts/author.js";
import { LETTERS, seat_at_start } from "../parts/table-state.js";
import { bracketed, form_of, in_turn, language, listed, points, recognized, refusals, say, signed } from "../words.js";

// What varies is mostly a word; it may be a sentence, too, or have advice of its own behind a semicolon.
const VARIES = { word: "((?:(?![:;] ).)*?)", sentence: "((?:(?!; ).)*?)", anything: "(.*?)" };
const PLACE = /\{(\w*)\}/g;
const shape_of = (text, varies) => new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(PLACE, () => VARIES[varies])}$`, "s");
const words_in = (text) => text.replace(PLACE, "").length;
// What an English sentence has for the command line or for programs alone; the other languages leave it out.
const OF_COMMANDS = / \((?:tenbo |--|`)[^()]*\)/g;
let shapes;

// Points, which every language groups in its own way: one number, or the scores of a table, of a hand such as E2.
const NUMBER = String.raw`[+-]?\d{1,3}(?:,\d{3})*`;
const POINTS = new RegExp(`^(?:[ESWN]\\d, )?${NUMBER}(?: ${NUMBER})*$`);
const ONE = new RegExp(`(?<!\\S)${NUMBER}(?!\\S)`, "g");
const in_own_digits = (text) => text.replace(ONE, (number) => (number.startsWith("+") ? signed : points)(Number(number.replaceAll(",", ""))));

// Events by number and kind. A reader has other words for some kinds than the service, in English, too; a name of two words
// has a line between them there.
const EVENTS = /^\d+ \([a-z_]+\)(?:, \d+ \([a-z_]+\))*(?: and more)?$/;
const EVENT = /(\d+) \(([a-z_]+)\)/g;
const ABORTS = ["nine_terminals", "four_winds", "four_kans", "four_riichi", "triple_ron"];
const NAMES = new RegExp(`\\b(?:dead_hand|riichi_void|riichi_invalid|${ABORTS.join("|")})\\b`, "g");
const IN_ENGLISH = {
  hand: "dice", riichi_void: "riichi taken back", riichi_invalid: "invalid riichi", redeal: "dealt again",
  disqualify: "disqualified", extra: "more minutes", signal: "time signal",
};

// A person has a wind and a role, where the service has the number of a seat, a letter and its own word.
const SEAT = /\bseat ([0-3])\b/g;
const WINDS = "ESWN";
const ROLES = { desk: say("desk"), referee: say("referee"), reader: say("reader"), member: say("member"), table: say("table") };
const AUDIENCE = /^(?:desk|referee|reader|member|table)(?: or (?:desk|referee|reader|member|table))*$/;

// What tells the reader of a terminal which seat has which number.
const WIND_OF_SEAT = / \((?:East|South|West|North) in the first hand\)/g;

const in_english = (sentence, names = []) =>
  sentence
    .replace(WIND_OF_SEAT, "")
    .replace(SEAT, (_, seat) => names[seat] || seat_at_start(seat))
    .replace(OF_COMMANDS, "")
    .replace(/\bevent (\d+), ([a-z_]+), would\b/, "event $1 ($2) would")
    .replace(EVENT, (all, number, kind) => (kind in IN_ENGLISH ? `${number} (${IN_ENGLISH[kind]})` : all))
    .replace(NAMES, (name) => name.replace("_", " "));

function events(text) {
  if (!EVENTS.test(text)) return undefined;
  const named = [...text.matchAll(EVENT)].map(([, number, kind]) => bracketed(number, refusal(kind)));
  return listed(text.endsWith(")") ? named : [...named, "…"]);
}

// The sentence in the reader's language; one without a translation stays as it is.
export function refusal(sentence) {
  if (!sentence) return sentence;
  if (language === "en") return in_english(sentence);
  return value_text(sentence) ?? known(sentence, "sentence") ?? parted(sentence.split("; ")) ?? known(sentence, "anything") ?? sentence;
}

// An error in the reader's language, by the code of its sentence and what varies in it. Where the players are known, `names`
// has the name of each seat.
export function error_text({ message, reason, params }, names = []) {
  if (language === "en") return in_english(message, names);
  if (reason === "in_turn") return in_turn(params.sentences.map((one) => (one.message ? error_text(one, names) : refusal(one))));
  if (!refusals[reason]) return refusal(message);
  const [english, own] = refusals[reason];
  const said = Object.entries(params).map(([name, value]) => [name, text_of(english, name, value, names)]);
  return named(own, Object.fromEntries(said));
}

// As a sentence that stands by itself; what begins with a file, a command or a number stays as it is.
export const in_capital = (text) => text.replace(/^\p{Ll}(?=\p{L}*[ ,:])/u, (letter) => letter.toLocaleUpperCase(language));

// Why something is in its state, which comes with its code as an error does.
export const why_text = ({ why, reason, params }, names) => (why ? error_text({ message: why, reason, params }, names) : "");

// What varies may be a sentence with its own code, or who has signed something.
const SIGNERS = ["by", "first"];
function text_of(english, name, value, names) {
  if (value?.message) return error_text(value, names);
  const signed_by = SIGNERS.includes(name) ? author(value) : value;
  return signed_by === value ? value_of(english, name, String(value), names) : signed_by;
}

// Behind "seat" a value is a number, of which a reader knows the player or the wind.
const value_of = (english, name, value, names = []) =>
  /^[0-3]$/.test(value) && english.includes(`seat {${name}}`) ? names[value] || seat_at_start(value) : refusal(value);

// What is no sentence: points, winds, roles, kinds and lists of events.
function value_text(text) {
  if (/^[ESWN](?:, [ESWN])*$/.test(text)) return listed(text.split(", ").map((wind) => LETTERS[WINDS.indexOf(wind)]));
  if (AUDIENCE.test(text)) return text.split(" or ").map((role) => ROLES[role]).join(" / ");
  if (text.includes(",") && POINTS.test(text)) return in_own_digits(text);
  if (ABORTS.includes(text)) return say(text.replace("_", " "));
  return events(text);
}

// The longest beginning that is known, and each of the parts behind it.
function parted(parts) {
  for (let end = parts.length - 1; end > 0; end -= 1) {
    const said = known(parts.slice(0, end).join("; "), "word");
    if (said !== undefined) return in_turn([said, ...parts.slice(end).map(refusal)]);
  }
  return undefined;
}

// What is said of one thing, where there is another template for several.
const singulars = () => Object.values(refusals).filter(([, , one]) => one).map(([, own, one]) => [one, own[0]]);

// A sentence that came without its code, by the shape of its English template.
function known(sentence, varies) {
  shapes ??= [...Object.values(refusals), ...singulars(), ...Object.entries(recognized)]
    .map(([english, own]) => ({ english, own, names: [...english.matchAll(PLACE)].map(([, name]) => name) }))
    .sort((one, other) => words_in(other.english) - words_in(one.english));
  for (const shape of shapes) {
    const found = (shape[varies] ??= shape_of(shape.english, varies)).exec(sentence);
    if (found) return shape.names.some(Boolean) ? with_names(shape, found.slice(1)) : filled(shape.own, in_order(shape.english, found.slice(1)));
  }
  return undefined;
}

const with_names = ({ english, own, names }, found) => named(own, Object.fromEntries(names.map((name, at) => [name, value_of(english, name, found[at])])));
// What tells of a number of things has a form for each, chosen by its value `count`.
const named = (own, said) => (Array.isArray(own) ? form_of(own, Number(said.count)) : own).replace(PLACE, (_, name) => said[name] ?? "");

function in_order(english, found) {
  const before = english.split("{}");
  return found.map((value, at) => (before[at].endsWith("seat ") && /^[0-3]$/.test(value) ? seat_at_start(value) : refusal(value)));
}

// A language may have another order, {2} before {1}, and leave out what is for the command line alone.
function filled(text, values) {
  let next = 0;
  return text.replace(/\{(\d?)\}/g, (_, place) => values[place ? place - 1 : next++] ?? "");
}

// What to do about a table that is not followed. A cable that is pulled takes its port away, whose path tells no one where it was.
export const remedy_text = (table) => (table.reason === "no_such_port" ? say("plug the table's cable in again") : why_text(table));
