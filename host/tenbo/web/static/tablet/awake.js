// Keeps the screen on while the page shows, where the browser can.
let lock;

async function hold() {
  if (document.visibilityState !== "visible") return false;
  if (!lock || lock.released) lock = await navigator.wakeLock?.request("screen").catch(() => undefined);
  return Boolean(lock);
}

// Ask for it at a touch; return whether the screen stays on.
export const keep_awake = hold;

document.addEventListener("visibilitychange", () => lock && hold());
