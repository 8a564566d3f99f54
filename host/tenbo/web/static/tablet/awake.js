// Keeps the screen on while the page shows, where the browser can.
let lock;

async function hold() {
  if (document.visibilityState !== "visible" || (lock && !lock.released)) return;
  lock = await navigator.wakeLock.request("screen").catch(() => undefined);
}

// Ask for it at a touch; return whether this browser can.
export function keep_awake() {
  if (!navigator.wakeLock) return false;
  hold();
  return true;
}

document.addEventListener("visibilitychange", () => lock && hold());
