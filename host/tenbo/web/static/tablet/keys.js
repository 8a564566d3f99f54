// Fingers, mouse and keyboard on the keys of a table: a press begins when the key is touched, and is held as long.

import { settings } from "./settings.js";

// So far a finger may move, and so long stay, that taps a line of a list.
const TAP_PX = 12;
const TAP_MS = 600;
const VIBRATE_MS = 15;
// A contact so wide is no finger.
const PALM_MM = 20;
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

// The letter on a keyboard that presses a seat's key.
export const letter_of = (seat, key) => ROWS[seat][KEYS.indexOf(key)].replace(/Key|Digit/, "");

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
    // A hand of one player has one finger on the keys: the rest of it lies beside them.
    if ([...fingers.values()].some((finger) => finger.place === place)) return;
    const line = event.target.closest("[data-step]");
    if (line) taps.set(event.pointerId, { place, line, event });
    if (!button) return;
    const finger = { place, key: button.dataset.key, button };
    fingers.set(event.pointerId, finger);
    if (event.isTrusted) button.setPointerCapture(event.pointerId);
    const at_once = place !== "table" || event.pointerType === "mouse";
    if (at_once) press(finger);
    else {
      button.classList.add("held");
      finger.timer = setTimeout(() => press(finger), HOLD_MS);
    }
  });
  root.addEventListener("pointerup", (event) => {
    const tap = taps.get(event.pointerId);
    taps.delete(event.pointerId);
    if (!tap || event.timeStamp - tap.event.timeStamp > TAP_MS) return;
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

// Enter presses the key that has the focus, any other the key of its row.
function key_of(event, root) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return undefined;
  // What is typed, or pressed by the keyboard, before the first hand is no key of the table.
  if (document.activeElement?.closest?.(".start form")) return undefined;
  if (document.activeElement?.closest?.(".start") && ["Space", "Enter"].includes(event.code)) return undefined;
  const focused = document.activeElement?.closest?.("[data-key]");
  if (event.code === "Enter" && focused) return [focused.closest("[data-seat]").dataset.seat, focused.dataset.key];
  const key = BY_CODE.get(event.code);
  return key && root.querySelector(`[data-seat="${key[0]}"]`) ? key : undefined;
}
