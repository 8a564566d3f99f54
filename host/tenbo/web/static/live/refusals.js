// What the service refuses, in the reader's language. It says it in English; each sentence is known by its shape, and {} is
// what varies in it. Shapes with more words come first, so that no general one takes what is meant for another.
import { in_turn, language, points, refusals } from "../words.js";

// What varies is mostly a word; it may be a sentence, too, or have advice of its own behind a semicolon.
const VARIES = { word: "((?:(?![:;] ).)*?)", sentence: "((?:(?!; ).)*?)", anything: "(.*?)" };
const shape_of = (text, varies) => new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll("{}", VARIES[varies])}$`, "s");
const words_in = (text) => text.replaceAll("{}", "").length;
// What an English sentence has for the command line alone; the other languages leave it out.
const OF_COMMANDS = / \((?:tenbo |--)[^()]*\)/g;
let shapes;

// Points, which every language groups in its own way.
const POINTS = /^-?\d{1,3}(,\d{3})+$/;

// The sentence in the reader's language; one that nobody has translated stays as it is.
export function refusal(sentence) {
  if (language === "en" || !sentence) return sentence?.replace(OF_COMMANDS, "");
  if (POINTS.test(sentence)) return points(Number(sentence.replaceAll(",", "")));
  return known(sentence, "sentence") ?? parted(sentence.split("; ")) ?? known(sentence, "anything") ?? sentence;
}

// The longest beginning that is known, and each of the parts behind it.
function parted(parts) {
  for (let end = parts.length - 1; end > 0; end -= 1) {
    const said = known(parts.slice(0, end).join("; "), "word");
    if (said !== undefined) return in_turn([said, ...parts.slice(end).map(refusal)]);
  }
  return undefined;
}

function known(sentence, varies) {
  shapes ??= Object.keys(refusals).sort((one, other) => words_in(other) - words_in(one)).map((text) => ({ text }));
  for (const shape of shapes) {
    const found = (shape[varies] ??= shape_of(shape.text, varies)).exec(sentence);
    if (found) return filled(refusals[shape.text], found.slice(1).map(refusal));
  }
  return undefined;
}

// A language may have another order, {2} before {1}, and leave out what is for the command line alone.
function filled(text, values) {
  let next = 0;
  return text.replace(/\{(\d?)\}/g, (_, place) => values[place ? place - 1 : next++] ?? "");
}
