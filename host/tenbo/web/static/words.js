// Sentences in the reader's language: the English text is the key, {} is where a number or a name goes.
//
//   import { say } from "../words.js";
//   say("Table {}", 3)
const language = document.documentElement.lang || "en";

async function loaded() {
  const none = { words: {}, refusals: {}, recognized: {}, yaku: {} };
  if (language === "en") return none;
  const answer = await fetch(new URL(`words/${document.documentElement.dataset.words ?? ""}${language}.json`, import.meta.url)).catch(() => undefined);
  return answer?.ok ? answer.json() : none;
}

const { words, refusals, recognized, yaku } = await loaded();

// A value that is read from right to left keeps to itself; the sentence goes on as before.
const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
export const apart = (text) => (FROM_THE_RIGHT.test(text) ? `\u2068${text}\u2069` : text);

export function say(text, ...values) {
  return filled(own_words(text) ?? text, values);
}

// What the window is called, which the service says in English.
const [title, ...rest] = document.title.split(" - ");
document.title = [words[title] ?? title, ...rest].join(" - ");

// A number of things, which is the value if no other is given. Each language has its own forms in the order of gettext: English
// one and several, Japanese one for all, Polish one, few and many.
//
//   plural(3, "{} game", "{} games")
export function plural(number, one, several, ...values) {
  return filled(form_of(own_words(several) ?? [one, several], number), values.length ? values : [number]);
}

// The form that a number of things takes.
export const form_of = (forms, number) => forms.at(FORMS.indexOf(number_rules.select(number)));

// Every other number takes the last form.
const FORMS = ["one", "few"];
const number_rules = new Intl.PluralRules(language);

function own_words(text) {
  if (language !== "en" && !(text in words)) console.debug(`no words in ${language} for: ${text}`);
  return words[text];
}

function filled(text, values) {
  let next = 0;
  return text.replaceAll("{}", () => apart(values[next++] ?? ""));
}

// The winds by their signs: those of the tiles, as a reader writes them; simplified Chinese has an East of its own.
export const WIND_SIGNS = { E: language === "zh" ? "东" : "東", S: "南", W: "西", N: "北" };

// What stands in brackets, behind a colon, in a list, or behind a semicolon: not every language has these marks.
export const bracketed = (text, more) => say("{} ({})", text, more);
export const headed = (head, text) => say("{}: {}", head, text);
export const listed = (words) => (words.length ? words.reduce((all, one) => say("{}, {}", all, one)) : "");
export const in_turn = (sentences) => (sentences.length ? sentences.reduce((all, one) => say("{}; {}", all, one)) : "");

const conjunction = new Intl.ListFormat(language, { type: "conjunction" });

// Names of several who do the same: "Iris and Finn".
export const all_of = (names) => conjunction.format(names);

const digits = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });

// Points as people of this language write them, with a minus that is as wide as a plus.
export const points = (number) => digits.format(number).replace("-", "\u2212");

// A gain or a loss: a gain has its plus.
export const signed = (number) => `${number > 0 ? "+" : ""}${points(number)}`;

// A number stays on one line with what it counts.
export const whole = (text) => text.replaceAll(/(\d) /g, "$1\u00a0");

// Change the language of this browser's pages.
export function choose(chosen) {
  document.cookie = `tenbo-language=${chosen}; path=/; max-age=31536000; samesite=strict`;
  location.reload();
}

function own_name(code) {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code);
  return name[0].toLocaleUpperCase(code) + name.slice(1);
}

// Every language that a page can be in, as it calls itself.
export const languages = () => document.documentElement.dataset.languages.split(" ").map((code) => [code, own_name(code)]);

// `refusals` are what the service says, by code, and `recognized` what comes without one: see live/refusals.js.
// `yaku` is what each yaku means, by its name.
export { language, recognized, refusals, yaku };
