// What the service refuses, in the reader's language. It says it in English; each sentence is known by its shape, and {} is
// what varies in it. Longer ones come first, so that no general shape takes what is meant for another.
import { language, say } from "../words.js";

const SENTENCES = [
  "table {} has changed since event {} ({}), and this would change something else than what was said: look again",
  "from another computer the service answers only with its password, or with a code to join",
  "the table started again before it answered: look with tenbo log whether it is recorded",
  "the results of session {} are hidden until they are released (tenbo session release)",
  "table {} has moved on from event {} to {} since the hand was settled: settle it again",
  "acting needs the token that stands beside the store, or joining with a code",
  "the result of table {} in session {} is locked: reopen it first, with a reason",
  "nobody is seated at table {} in session {}: look at the number on the slip",
  "no hand is running at table {}: a win needs one, which the dice begin",
  "session {} or a later one has begun: plan again from the next one on",
  "the table did not answer {}: see whether it is on and plugged in",
  "table {} is device {}: free it first (tenbo tables --free {})",
  "{} has given {} {} minutes meanwhile, as number {}: look again",
  "the clock runs already: stop it before another start",
  "a plan is being made already: wait for it, or end it",
  "so much time is not left: stop the session instead",
  "no results are hidden: there is nothing to release",
  "the game is over: no {}; undo, or start another game",
  "too many wrong passwords from here: wait a minute",
  "say how many minutes more, or fewer with a minus",
  "points must be negative and a multiple of {}, not {}",
  "table {} has begun another game since: look again",
  "nobody is seated in session {}: give a plan first",
  "this code is not one of ours: look at it again",
  "scores are in points, not in thousands: write {}",
  "the result of table {} in session {} is not locked",
  "too many wrong codes from here: wait a minute",
  "the service does not answer: nothing was done",
  "the table is not there now: see tenbo tables",
  "device {} is not plugged in: see tenbo tables",
  "no session is timed: start the clock first",
  "scores and sticks add up to {}, but must be {}",
  "a penalty takes points away, such as -8000",
  "this is for the {}, and you have joined as {}",
  "a name to sign with has at most {} letters",
  "{} has answered the call of table {} already",
  "the clock is {}: there is nothing to stop",
  "player {} has a seat in session {} already",
  "session {} has begun: pair a later one",
  "riichi needs {} points; seat {} has less",
  "{} has recorded {} meanwhile, as number {}",
  "the clock is {}: it was not stopped",
  "player {} has no seat in session {}",
  "nobody is registered as number {}",
  "scores are multiples of {}, not {}",
  "table {} has no game in session {}",
  "{} is not possible now: {}; {} first",
  "record {} is taken back already",
  "the clock is stopped already",
  "no game has begun at table {}",
  "minutes are at most {}, a day",
  "table {} is not plugged in; {}",
  "seat {} is in riichi already",
  "you have joined at table {}",
  "the clock is not stopped",
  "seat {} is not in riichi",
  "{} must be one of {}, not {}",
  "there is no game yet",
  "{} calls nobody now",
  "{} must be {}, not {}",
];

const shape_of = (text) => new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll("{}", "(.+?)")}$`);
let shapes;

// The sentence in the reader's language; one that nobody has translated stays as it is.
export function refusal(sentence) {
  if (language === "en") return sentence;
  shapes ??= SENTENCES.map((text) => [shape_of(text), text]);
  for (const [shape, text] of shapes) {
    const found = shape.exec(sentence);
    if (found) return say(text, ...found.slice(1));
  }
  return sentence;
}
