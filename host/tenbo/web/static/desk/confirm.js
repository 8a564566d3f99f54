// What the service asks because of what another person has recorded. It names a record by its number and tells it as a
// program writes it; whoever may read the record is told in words, as it stands there.
import { ask } from "../live/acts.js";
import { refusal } from "../live/refusals.js";
import { author } from "../parts/author.js";
import { headed, in_turn, say } from "../words.js";
import { recorded } from "./record_text.js";
import { record_kind } from "./words.js";

const RECORDED = / has recorded .* (?:already|meanwhile)( at another terminal or browser)?, as number (\d+)(?:: (.*))?$/s;
const CONSEQUENCES = {
  "this would be one more": () => say("this would be one more"),
  "this would take its place": () => say("this would take its place"),
};

export async function asked(sentence) {
  const [found, elsewhere, n, consequence] = RECORDED.exec(sentence) ?? [];
  const told = found && (await record_in_words(Number(n)));
  if (!told) return refusal(sentence);
  const parts = [told, elsewhere && say("at another terminal or browser"), CONSEQUENCES[consequence]?.()];
  return in_turn(parts.filter(Boolean));
}

// Undefined where this browser may not read the record.
async function record_in_words(n) {
  try {
    const [[one], people] = await Promise.all([ask(`/v1/records?before=${n + 1}&most=1`), ask("/v1/players")]);
    if (one?.n !== n) return undefined;
    const names = new Map(people.map(({ player, name }) => [player, name]));
    return say("{} has recorded: {}, number {}", author(one.by), headed(record_kind(one.kind), recorded(one, names)), n);
  } catch {
    return undefined;
  }
}
