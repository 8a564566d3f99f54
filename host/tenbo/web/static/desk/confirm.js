// What the service asks because of what another person has recorded. It names a record by its number and tells it as a
// program writes it; whoever may read the record is told in words, as it stands there.
import { ask } from "../live/acts.js";
import { author } from "../parts/author.js";
import { headed, in_turn, say } from "../words.js";
import { recorded } from "./record_text.js";
import { record_kind } from "./words.js";

const ONE_MORE = () => say("your entry would add another one");
const IN_ITS_PLACE = () => say("your entry would replace it");
const ELSEWHERE = () => say("that record was entered at another terminal or browser");
// What is said behind the record, by the code of the question.
const BEHIND = {
  recorded_meanwhile: [],
  recorded_before: [IN_ITS_PLACE],
  recorded_before_one_more: [ONE_MORE],
  recorded_elsewhere: [ELSEWHERE, IN_ITS_PLACE],
  recorded_elsewhere_one_more: [ELSEWHERE, ONE_MORE],
};

export async function asked({ message, reason, params }) {
  const told = reason in BEHIND && (await record_in_words(Number(params.number)));
  return told ? in_turn([told, ...BEHIND[reason].map((text) => text())]) : message;
}

// Undefined where this browser may not read the record.
async function record_in_words(n) {
  try {
    const [[one], people] = await Promise.all([ask(`/v1/records?before=${n + 1}&most=1`), ask("/v1/players")]);
    if (one?.n !== n) return undefined;
    const names = new Map(people.map(({ player, name }) => [player, name]));
    return say("recorded by {}: {} (record {})", author(one.by), headed(record_kind(one.kind), recorded(one, names)), n);
  } catch {
    return undefined;
  }
}
