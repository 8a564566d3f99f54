// Fingers, mouse and keyboard on the keys of a table: a press begins when the key is touched, and is held as long.

// A contact so wide is no finger.
const PALM_MM = 20;
const PX_A_MM = 96 / 25.4;

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

// Listen to the keys below an element; `pressed` takes place, name and whether it is down, `touched` any first touch.
export function listen(root, pressed, touched) {
  const fingers = new Map();

  const change = (place, key, down) => {
    root.querySelector(`[data-seat="${place}"] [data-key="${key}"]`)?.classList.toggle("down", down);
    pressed(place, NAMES[key], down);
  };

  root.addEventListener("pointerdown", (event) => {
    touched();
    const button = event.target.closest("[data-key]");
    if (!button || event.button > 0 || Math.max(event.width, event.height) > PALM_MM * PX_A_MM) return;
    const place = button.closest("[data-seat]").dataset.seat;
    // A hand of one player has one finger on the keys: the rest of it lies beside them.
    if ([...fingers.values()].some(([other]) => other === place)) return;
    fingers.set(event.pointerId, [place, button.dataset.key]);
    if (event.isTrusted) button.setPointerCapture(event.pointerId);
    change(place, button.dataset.key, true);
  });
  const lift = (event) => {
    const finger = fingers.get(event.pointerId);
    fingers.delete(event.pointerId);
    if (finger) change(...finger, false);
  };
  for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) root.addEventListener(kind, lift);
  for (const kind of ["contextmenu", "dragstart", "selectstart"]) root.addEventListener(kind, (event) => event.preventDefault());

  const held = new Map();
  const release = (code) => {
    const key = held.get(code);
    held.delete(code);
    if (key) change(...key, false);
  };
  addEventListener("keydown", (event) => {
    const key = key_of(event, root);
    if (!key) return;
    event.preventDefault();
    touched();
    if (held.has(event.code)) return;
    held.set(event.code, key);
    change(...key, true);
  });
  addEventListener("keyup", (event) => release(event.code));
  addEventListener("blur", () => [...held.keys()].forEach(release));
}

// Enter presses the key that has the focus, any other the key of its row.
function key_of(event, root) {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const focused = document.activeElement?.closest?.("[data-key]");
  if (event.code === "Enter" && focused) return [focused.closest("[data-seat]").dataset.seat, focused.dataset.key];
  const key = BY_CODE.get(event.code);
  return key && root.querySelector(`[data-seat="${key[0]}"]`) ? key : undefined;
}
