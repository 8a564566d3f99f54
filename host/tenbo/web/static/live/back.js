// Reads again what had no answer: when the browser is online again, or after some seconds.
const AGAIN_MS = 5000;
const waiting = new WeakSet();

// Call `read` once for a page whose last reading failed with `error`; a refusal is an answer, and stays.
export function read_when_back(page, error, read) {
  if (error.status || waiting.has(page)) return;
  waiting.add(page);
  const back = () => {
    clearTimeout(timer);
    removeEventListener("online", back);
    waiting.delete(page);
    if (page.isConnected) read();
  };
  const timer = setTimeout(back, AGAIN_MS);
  addEventListener("online", back);
}
