// A whole hand in one line, in the words of `tenbo score`: 123m456p78s22z9s pon 555z riichi dora 3p seat W. A word may be
// shortened to its beginning, and a meld to its lowest tile, so that fingers which know it are quick: p 5z r d 3p s W.
import { narrow } from "../fullwidth.js";
import { FLAGS } from "./declared_hand.js";
import { read, wind_of, written } from "./notation.js";

const SHAPES = ["chi", "pon", "kan", "ankan", "kakan"];
const MOMENTS = ["last_tile", "first_turn", "rinshan", "chankan"];
const INDICATORS = ["dora", "ura"];
const NUMBERS = ["honba", "sticks"];
// The commonest first: what is short means the first that begins so. A table knows some of it, and asks who discarded.
const WORDS = [
  "riichi", "tsumo", "ippatsu", ...INDICATORS, ...SHAPES, "seat", "from", "last_tile", "first_turn", "honba",
  "double_riichi", "ron", "rinshan", "round", "chankan", "sticks", ...FLAGS,
];
const OF_THE_TABLE = ["riichi", "double_riichi", "round", ...NUMBERS];
const WITH_VALUE = [...SHAPES, ...INDICATORS, ...NUMBERS, "seat", "from", "round"];

const word_of = (token, at_table) =>
  WORDS.find((word) => word.startsWith(token.toLowerCase().replace("-", "_")) && !(at_table ? OF_THE_TABLE : ["from"]).includes(word));

// Parted at blanks, at the signs between a word and its value, and where tiles follow their word at once: `meld=pon:555z`
// and `p5z` say no more than `pon 555z`; `r5p` is a red five. Letters and digits may be wide, as a Japanese keyboard has them.
const tokens_of = (text) => narrow(text).split(/[\s=:,\u3001]+/).flatMap(parted).filter((token) => token && token.toLowerCase() !== "meld");

function parted(token) {
  const [, word, tiles] = /^([a-z]+)([0-9].*)$/.exec(token) ?? [];
  return [...SHAPES, ...INDICATORS].includes(word && word_of(word)) ? [word, tiles] : [token];
}

// Read a line as far as it goes: {tiles, melds, said, waiting, wrong}, where `said` has what words say by field, a meld its
// kind and the tiles that were written of it, `waiting` is what has no suit or no value yet, `wrong` is no tile, and
// `unheard` is not known here.
export function read_line(text, at_table = false) {
  const found = { tiles: [], melds: [], said: {}, waiting: "", wrong: "", unheard: "" };
  const tokens = tokens_of(text);
  let plain = "";
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    // The suit of numbers that stand before it, or the letters of honours, are no words.
    const is_suit = /^[mpsz]$/i.test(token) && /[0-9]$/.test(plain);
    const is_word = /^[a-z_-]+$/i.test(token) && !is_suit && !/^[ESWNPFC]+$/.test(token);
    const word = is_word ? word_of(token, at_table) : undefined;
    if (!is_word) plain += token;
    else if (!word) found.unheard ||= token;
    else if (!WITH_VALUE.includes(word)) say_word(found.said, word);
    else if (at + 1 === tokens.length) found.waiting = token;
    else {
      at += 1;
      take_value(found, word, tokens[at]);
    }
  }
  const hand = read(plain);
  return { ...found, tiles: hand.tiles, waiting: hand.waiting || found.waiting, wrong: hand.wrong || found.wrong };
}

function say_word(said, word) {
  if (word === "riichi") said.riichi = 1;
  else if (word === "double_riichi") said.riichi = 2;
  else if (word === "ron" || word === "tsumo") said.by = word;
  else if (word === "ippatsu" || FLAGS.includes(word)) said[word] = true;
  else said.moment = word;
}

function take_value(found, word, token) {
  const { tiles, waiting, wrong } = read(token);
  if (NUMBERS.includes(word) || ["seat", "from", "round"].includes(word)) {
    const value = NUMBERS.includes(word) ? /^\d{1,2}$/.test(token) && Number(token) : wind_of(token);
    if (value === false || value === undefined) found.unheard ||= token;
    else found.said[word] = value;
  } else if (!tiles.length) {
    if (waiting) found.waiting = waiting;
    else found.wrong ||= wrong;
  } else if (INDICATORS.includes(word)) found.said[word] = [...(found.said[word] ?? []), ...tiles];
  else found.melds.push({ kind: word, tiles });
}

// Write what lies there, and of the rest the fields that someone has said by words.
export function write_line(hand, said) {
  const rest = {
    by: hand.by,
    riichi: ["", "riichi", "double_riichi"][hand.riichi],
    ippatsu: hand.ippatsu ? "ippatsu" : "",
    ...Object.fromEntries(FLAGS.map((flag) => [flag, hand[flag] ? flag : ""])),
    moment: MOMENTS.includes(hand.moment) ? hand.moment : "",
  };
  for (const field of INDICATORS) rest[field] = hand[field].length ? `${field} ${written(hand[field])}` : "";
  for (const field of [...NUMBERS, "seat", "round"]) rest[field] = `${field} ${hand[field]}`;
  const melds = hand.melds.map(({ kind, tiles }) => `${kind} ${written(tiles)}`);
  const words = [...melds, ...said.map((field) => rest[field])].filter(Boolean);
  // What is typed on after a word begins again.
  return [written(hand.closed), ...words, ...(words.length ? [""] : [])].join(" ").trimStart();
}
