// Fingers, mouse and keyboard on the keys of a table: a press begins when the key is touched, and is held as long.

import { settings } from "./settings.js";

// So far a finger may move, and so long stay, that taps a line of a list.
const TAP_PX = 12;
const TAP_MS = 600;
const VIBRATE_MS = 15;
// A contact so wide is no finger.
const PALM_MM = 20;
// Fingers of one hand that come so close together are one press.
const TOGETHER_MS = 60;
// Arms cross the middle for every draw: a finger stays on Dice and Undo so long before they are pressed.
const HOLD_MS = 400;

// The rows of a keyboard, for the four seats in their order, and two keys for the middle.
const ROWS = [
  ["KeyZ", "KeyX", "KeyC", "KeyV", "KeyB"],
  ["KeyA", "KeyS", "KeyD", "KeyF", "KeyG"],
  ["KeyQ", "KeyW", "KeyE", "KeyR", "KeyT"],
  ["Digit1", "Digit2", "Digit3", "Digit4", "Digit5"],
];
export const KEYS = ["riichi", "ok", "up", "down", "back"];
const NAMES = { riichi: "RIICHI", ok: "OK", up: "UP", down: "DOWN", back: "BACK", dice: "TABLE", undo: "UNDO" };
const BY_CODE = new Map([
  ...ROWS.flatMap((row, seat) => row.map((code, at) => [code, [String(seat), KEYS[at]]])),
  ["Space", ["table", "dice"]],
  ["Backspace", ["table", "undo"]],
]);

// Where one seat is shown at a time, as on a laptop: its keys, those of the middle, and on 1 to 4 another seat.
const ROW_OF_ONE = ["KeyR", "Enter", "ArrowUp", "ArrowDown", "Escape"];
const SIGNS_OF_ONE = ["R", "⏎", "↑", "↓", "Esc"];
const MIDDLE_OF_ONE = new Map([["KeyD", ["table", "dice"]], ["KeyU", ["table", "undo"]]]);

// The letter on a keyboard that presses a seat's key, with all seats on the screen or with `one`.
export const letter_of = (seat, key, one) => one ? SIGNS_OF_ONE[KEYS.indexOf(key)] : ROWS[seat][KEYS.indexOf(key)].replace(/Key|Digit/, "");

// Listen to the keys below an element; `pressed` takes place, name and whether it is down, `touched` the place of any
// touch. While `is_locked`, nothing is pressed.
export function listen(root, pressed, touched, is_locked) {
  const fingers = new Map();
  const taps = new Map();

  const change = (place, key, down) => {
    // A phone in the hand is felt.
    if (down && settings.layout() === "one" && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(VIBRATE_MS);
    root.querySelector(`[data-seat="${place}"] [data-key="${key}"]`)?.classList.toggle("down", down);
    pressed(place, NAMES[key], down);
  };

  root.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("[data-key]");
    const place = event.target.closest("[data-seat]")?.dataset.seat;
    touched(place);
    if (event.button > 0 || is_locked()) return;
    if (Math.max(event.width, event.height) > PALM_MM * settings.px_a_mm()) return;
    const is_same = (finger) => finger.place === place && (finger.button === button || event.timeStamp - finger.since < TOGETHER_MS);
    if ([...fingers.values()].some(is_same)) return;
    const line = event.target.closest("[data-step]");
    if (line) taps.set(event.pointerId, { place, line, event });
    if (!button) return;
    const finger = { place, key: button.dataset.key, button, since: event.timeStamp };
    fingers.set(event.pointerId, finger);
    if (event.isTrusted) button.setPointerCapture(event.pointerId);
    const at_once = place !== "table" || event.pointerType === "mouse";
    if (at_once) press(finger);
    else {
      button.classList.add("held");
      finger.timer = setTimeout(() => press(finger), HOLD_MS);
    }
  });
  // The lines of a list move with the finger: one more is chosen for each that it has passed.
  root.addEventListener("pointermove", (event) => {
    const drag = taps.get(event.pointerId);
    const steps = drag && -lines_passed(drag, event);
    if (!steps || is_locked()) return;
    go_to_line(drag.place, steps);
    Object.assign(drag, { event, is_dragged: true });
  });
  root.addEventListener("pointerup", (event) => {
    const tap = taps.get(event.pointerId);
    taps.delete(event.pointerId);
    if (!tap || tap.is_dragged || event.timeStamp - tap.event.timeStamp > TAP_MS) return;
    if (Math.hypot(event.clientX - tap.event.clientX, event.clientY - tap.event.clientY) <= TAP_PX) go_to_line(tap.place, Number(tap.line.dataset.step));
  });
  // Another line becomes the chosen one, and the chosen one is taken: by the presses that lead there.
  const go_to_line = (place, steps) => {
    const name = steps ? NAMES[steps > 0 ? "down" : "up"] : NAMES.ok;
    for (let press = 0; press < Math.max(1, Math.abs(steps)); press++) for (const down of [true, false]) pressed(place, name, down);
  };
  const press = (finger) => {
    finger.down = true;
    change(finger.place, finger.key, true);
  };
  const lift = (event) => {
    const finger = fingers.get(event.pointerId);
    fingers.delete(event.pointerId);
    if (!finger) return;
    clearTimeout(finger.timer);
    finger.button.classList.remove("held");
    // A busy page learns late of a finger that has stayed: how long is what the finger's own times say.
    if (!finger.down && event.type === "pointerup" && event.timeStamp - finger.since >= HOLD_MS) press(finger);
    if (finger.down) change(finger.place, finger.key, false);
  };
  for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) root.addEventListener(kind, lift);
  const unless_typed = (event) => event.target.localName === "input" || event.preventDefault();
  for (const kind of ["contextmenu", "dragstart", "selectstart"]) root.addEventListener(kind, unless_typed);

  const held = new Map();
  const release = (code) => {
    const key = held.get(code);
    held.delete(code);
    if (key) change(...key, false);
  };
  addEventListener("keydown", (event) => {
    if (turns_to_seat(event, root)) return;
    const key = key_of(event, root);
    if (!key || is_locked()) return;
    event.preventDefault();
    touched(key[0]);
    if (held.has(event.code)) return;
    held.set(event.code, key);
    change(...key, true);
  });
  addEventListener("keyup", (event) => release(event.code));
  addEventListener("blur", () => [...held.keys()].forEach(release));
}

// How many lines of its list a finger has moved down since, whichever way the seat looks.
function lines_passed({ line, event: from }, { clientX, clientY }) {
  const next = line.nextElementSibling ?? line.previousElementSibling;
  if (!next) return 0;
  const [here, there] = [line, next].map((element) => element.getBoundingClientRect());
  const sign = next === line.nextElementSibling ? 1 : -1;
  const [x, y] = [sign * (there.x + there.width / 2 - here.x - here.width / 2), sign * (there.y + there.height / 2 - here.y - here.height / 2)];
  return Math.trunc(((clientX - from.clientX) * x + (clientY - from.clientY) * y) / (x * x + y * y || 1));
}

// What is typed, or belongs to the browser, is no key of the table.
const is_typed = (event) =>
  event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || document.activeElement?.closest?.(".start form");

// Show another seat, where one is shown at a time.
function turns_to_seat(event, root) {
  if (!root.classList.contains("one") || is_typed(event) || !/^Digit[1-4]$/.test(event.code)) return false;
  const chip = root.querySelector(`[data-chip="${Number(event.code.at(-1)) - 1}"]`);
  if (!chip?.offsetParent) return false;
  event.preventDefault();
  chip.click();
  return true;
}

// Enter presses the key that has the focus, any other the key of its row.
function key_of(event, root) {
  if (is_typed(event)) return undefined;
  if (document.activeElement?.closest?.(".start") && ["Space", "Enter"].includes(event.code)) return undefined;
  const focused = document.activeElement?.closest?.("[data-key]");
  if (event.code === "Enter" && focused) return [focused.closest("[data-seat]").dataset.seat, focused.dataset.key];
  const shown = root.classList.contains("one") && root.querySelector(".seat:not([hidden])")?.dataset.seat;
  const at = ROW_OF_ONE.indexOf(event.code);
  if (shown && at >= 0) return [shown, KEYS[at]];
  const key = (shown && MIDDLE_OF_ONE.get(event.code)) || BY_CODE.get(event.code);
  return key && root.querySelector(`[data-seat="${key[0]}"]`) ? key : undefined;
}
