// What a page asks for and does: a question as GET, an act as POST; what is refused comes as an error with its sentence.

import { say } from "../words.js";
import { error_text, in_capital } from "./refusals.js";

// Its `message` is in the reader's language, `sentence` as the service has said it, by the code `reason` with `params`.
export class NotDone extends Error {
  constructor(status, { code = "", message = "", at = "", reason = "", params = {} } = {}) {
    const sentence = message || `the service answered ${status}`;
    super(in_capital(error_text({ message: sentence, reason, params })));
    Object.assign(this, { status, code, at, sentence, reason, params });
  }
}

// The numbers of the records that this page has made, and how many acts have no answer yet: news are no news to anyone who
// has made them, and a name may be anyone's.
export const mine = new Set();
let under_way = 0;
export const is_acting = () => under_way > 0;

// A question that has no answer by then gets none: a line may be dead without anyone having said so.
const ANSWER_MS = 60_000;

// Whether an act without an answer was done, no one here knows: the service may have ended after it.
const NONE_TO_ASK = () => say("the service does not answer");
const NONE_TO_ACT = () => say("the service does not answer: the request may have been carried out, so check before you send it again");

async function answered(request, message) {
  const none = () => new NotDone(0, { code: "no_answer", message: message() });
  let answer;
  try {
    answer = await request;
  } catch {
    throw none();
  }
  for (const n of numbers_in(answer, "Tenbo-Records")) mine.add(n);
  const record = await answer.json().catch(() => undefined);
  if (!answer.ok) throw new NotDone(answer.status, record?.error);
  // An answer of which a part is missing says nothing.
  if (record === undefined) throw none();
  // The records that take the act back when they are reverted in this order; no field of the answer itself.
  Object.defineProperty(record, "undo", { value: numbers_in(answer, "Tenbo-Undo") });
  return record;
}

const numbers_in = (answer, name) => (answer.headers.get(name) ?? "").split(" ").filter(Boolean).map(Number);

export const ask = (path, patience_ms = ANSWER_MS) =>
  answered(fetch(path, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(patience_ms) }), NONE_TO_ASK);

// An act that got no answer keeps its key: sent again as it was, it is done once, and answered as it was the first time.
const unanswered = new Map();

const new_key = () => [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");

export async function act(path, fields = {}) {
  under_way += 1;
  const body = JSON.stringify(fields);
  const key = unanswered.get(path + body) ?? new_key();
  unanswered.set(path + body, key);
  try {
    const answer = await answered(
      fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json", "Idempotency-Key": key },
        body,
      }),
      NONE_TO_ACT,
    );
    unanswered.delete(path + body);
    return answer;
  } catch (error) {
    if (error.status) unanswered.delete(path + body);
    throw error;
  } finally {
    under_way -= 1;
    dispatchEvent(new Event("tenbo-acted"));
  }
}

// Who we are here: {role, by, table}; role is null when this browser may not read.
export const me = () => ask("/v1/me");
