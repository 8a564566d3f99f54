// The hall's clock as it runs now, and how long something has lasted, in digits.
import { say, whole } from "../words.js";

const two = (number) => String(number).padStart(2, "0");

// 3754000 -> "1:02:34"; what is left is rounded up, so that 0:00 is the end and nothing before it.
export function digits(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
}

// When something is, in hours and minutes as they stand on the clock of a hall, in every language; with `second` to the second.
export const time_of_day = (ms, second) => new Date(ms).toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit", second, hourCycle: "h23" });

// The stage of the session now, or why no table plays by this clock: it is left over from one that has ended, or the one before.
export const stage_now = (clock, now = Date.now()) => clock?.left_over?.state ?? counted(clock, now);

// The stage of the clock now, anyone who plays by it: it begins and ends by itself, without anyone telling.
export function counted(clock, now = Date.now()) {
  if (clock?.stage === "waiting" && now - clock.asked >= clock.starts_in_ms) return left(clock, now) > 0 ? "running" : "finished";
  if (clock?.stage === "running" && left(clock, now) === 0) return "finished";
  return clock?.stage ?? "none";
}

// How much of the session has gone since the clock was told.
function gone(clock, now) {
  if (clock.stage !== "running" && clock.stage !== "waiting") return 0;
  return Math.max(0, now - clock.asked - (clock.stage === "waiting" ? clock.starts_in_ms : 0));
}

// What is left of the session now, counted on from when the clock was told.
export function left(clock, now = Date.now()) {
  return Math.max(0, clock.left_ms - gone(clock, now));
}

// What one table has left now, with the time that it has for itself: that may run on when the hall's is up.
export function left_at(clock, table, now = Date.now()) {
  const own = clock.tables?.[table];
  if (clock.stopped || clock.left_over) return 0;
  if (!own?.extra_ms) return left(clock, now);
  const since = clock.stage === "finished" ? now - clock.asked : gone(clock, now);
  return Math.max(0, own.left_ms - since);
}

export function clock_text(clock) {
  const stage = stage_now(clock);
  if (stage === "none") return "";
  if (stage === "ended") return say("session {} has ended", clock.left_over.session);
  if (stage === "unstarted") return say("the clock has not been started");
  if (stage === "waiting") return say("begins in {}", digits(clock.starts_in_ms - (Date.now() - clock.asked)));
  if (stage === "paused") return say("stopped, {} left", digits(clock.left_ms));
  if (stage === "finished") return say("time is up");
  return digits(left(clock));
}

// The same at one table, which may have time for itself.
export function clock_text_at(clock, table) {
  const ms = left_at(clock, table);
  const stage = stage_now(clock);
  if (stage === "paused") return say("stopped, {} left", digits(ms));
  return stage !== "waiting" && ms > 0 ? digits(ms) : clock_text(clock);
}

// How much of that is the table's alone, in words, or nothing.
export function extra_text(clock, table) {
  const extra = clock.left_over ? 0 : (clock.tables?.[table]?.extra_ms ?? 0);
  return extra ? say("including {} min extra time", Math.round(extra / 60000)) : "";
}

// When the signal sounds, after which a table plays so many hands more; nothing where there is none to come.
// At a table with time for itself it sounds so much later.
export function signal_text(clock, table) {
  if (stage_now(clock) !== "running" || !clock.until_signal_ms) return "";
  const until = clock.until_signal_ms + (clock.tables?.[table]?.extra_ms ?? 0) - gone(clock, Date.now());
  return until > 0 ? say("last hands after the signal at {}", time_of_day(Date.now() + until)) : say("the signal has sounded: last hands");
}

// Seconds as a person says them: "14 s", "3 min", "2 h".
export function lasting(seconds) {
  if (seconds < 90) return whole(say("{} s", Math.round(seconds)));
  if (seconds < 5400) return whole(say("{} min", Math.round(seconds / 60)));
  return whole(say("{} h", Math.round(seconds / 3600)));
}
