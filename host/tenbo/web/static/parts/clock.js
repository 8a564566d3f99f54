// The hall's clock as it runs now, and how long something has lasted, in digits.
import { say } from "../words.js";

const two = (number) => String(number).padStart(2, "0");

// 3754000 -> "1:02:34"; what is left is rounded up, so that 0:00 is the end and nothing before it.
export function digits(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
}

// What is left of the session now, counted on from when the clock was told.
export function left(clock, now = Date.now()) {
  if (clock.stage !== "running") return clock.left_ms;
  return Math.max(0, clock.left_ms - (now - clock.asked));
}

export function clock_text(clock) {
  if (!clock || clock.stage === "none") return "";
  if (clock.stage === "waiting") return say("begins in {}", digits(clock.starts_in_ms - (Date.now() - clock.asked)));
  if (clock.stage === "paused") return say("stopped at {}", digits(clock.left_ms));
  if (clock.stage === "finished") return say("time is up");
  return digits(left(clock));
}

// Seconds as a person says them: "14 s", "3 min", "2 h".
export function lasting(seconds) {
  if (seconds < 90) return say("{} s", Math.round(seconds));
  if (seconds < 5400) return say("{} min", Math.round(seconds / 60));
  return say("{} h", Math.round(seconds / 3600));
}
