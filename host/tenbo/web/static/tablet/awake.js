// Keeps the screen on while the page shows, where the browser can.
let lock;

async function hold() {
  if (document.visibilityState !== "visible") return false;
  if (!lock || lock.released) lock = await navigator.wakeLock?.request("screen").catch(() => undefined);
  return Boolean(lock);
}

// Whether it would stay on: asked and let go again, because a browser may refuse it, as on a low battery.
export async function would_stay_on() {
  const probe = await navigator.wakeLock?.request("screen").catch(() => undefined);
  await probe?.release?.();
  return Boolean(probe);
}

// Ask for it at a touch; return whether the screen stays on.
export const keep_awake = hold;

document.addEventListener("visibilitychange", () => lock && hold());

// Tell how long the page has slept, in milliseconds, when it goes on after a screen that was dark or a page that was frozen.
const SLEPT_MS = 10_000;
const LOOK_MS = 1000;

export function watch_sleep(told) {
  let seen = Date.now();
  const look = () => {
    if (document.visibilityState !== "visible") return;
    const slept = Date.now() - seen;
    seen = Date.now();
    if (slept > SLEPT_MS) told(slept);
  };
  setInterval(look, LOOK_MS);
  document.addEventListener("visibilitychange", look);
}
