// What the pages Session and Results say while results are missing, or while some are locked and others not.
import { html, nothing } from "../parts/element.js";
import { live } from "../live/live.js";
import { stage_now } from "../parts/clock.js";
import { headed, language, listed, plural, say } from "../words.js";
import { band } from "./part.js";
import { ranges, still_playing, tables_text } from "./words.js";

// The last day of a tournament that has begun and is not over by its days, as people write it; "" of any other.
export function lasts_until({ date, days }) {
  const [day, month, year] = (date ?? "").split(".").map(Number);
  if (!year || !(days > 1)) return "";
  const now = new Date();
  const [last, first] = [new Date(year, month - 1, day), new Date(year, month - 1, day - days + 1)];
  return first <= now && now < last ? last.toLocaleDateString(language, { day: "numeric", month: "long" }) : "";
}

// What comes after the last planned session: another one on another day, or the papers of the end.
export const after_last = (facts) =>
  lasts_until(facts)
    ? html`<a class="button primary" href="#seats">${say("Make seats")}</a>`
    : html`<a class="button primary" href="#files">${say("Print final standings")}</a>`;

// What players do not see of the results, and the button that shows it to them after a question.
export const hidden_text = (hidden) =>
  hidden.length === 1 ? say("Players cannot see the results of session {} yet.", hidden[0]) : say("Players cannot see the results from session {} on.", hidden[0]);

export function release_button(part, name) {
  const question = say("Everyone will be able to see the results of all sessions.");
  const release = () => part.doing.question(name, question, "/v1/records", { kind: "release", fields: { minutes: 0 } }, () => say("The results are released."));
  return part.primary(name, say("Release results"), release);
}

// Whether results of a session can be expected: it has ended, its time is up, or another result is in. Before that nothing
// is missing of a table on paper, which plays.
export const is_due = (state, sheets) =>
  state !== "begun" || stage_now(live.clock) === "finished" || sheets.some((one) => ["complete", "locked"].includes(one.state));

// The tables on paper whose slips are still to be entered.
export const open_slips = (missing) => missing.filter((one) => !live.tables.has(one.table) && one.state === "missing").map((one) => one.table);

export const slip_button = (session, table) => html`<a class="button primary" href="/slips?session=${session}&table=${table}">${say("Enter the slip of table {}", table)}</a>`;

// While tables play nothing is warned of; the slip of a table on paper is the next step, whatever there is `more`.
export function missing_band(session, state, sheets, missing, more = []) {
  const playing = missing.filter((one) => one.state === "playing").map((one) => one.table);
  const known = sheets.length - missing.length;
  if (playing.length === missing.length) return band("well", say("{} of {} results are in", known, sheets.length), still_playing(playing), nothing, more);
  const numbers = missing.map((one) => one.table);
  const bold = say("{} of {} results are in. {}.", known, sheets.length, plural(numbers.length, "{}: no result yet", "{}: no results yet", tables_text(numbers)));
  const paper = open_slips(missing);
  if (!paper.length) return band("warn", bold, still_playing(playing) || nothing, nothing, more);
  const text = plural(paper.length, "{} plays on paper. Enter its slip when it arrives.", "{} play on paper. Enter their slips when they arrive.", tables_text(paper));
  const tone = playing.length || !is_due(state, sheets) ? "well" : "warn";
  return band(tone, bold, text, slip_button(session, paper[0]), more);
}

// Tables of several sessions, in a sentence.
export const places_text = (places) =>
  listed(
    [...new Set(places.map((one) => one.session))].map((session) => {
      const tables = places.filter((one) => one.session === session).map((one) => one.table);
      return headed(say("Session {}", session), tables.length === 1 ? say("table {}", tables[0]) : say("tables {}", ranges(tables)));
    }),
  );
