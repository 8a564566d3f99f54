// A file of the service kept by the browser under its name; what is refused is an error with its sentence.
import { NotDone } from "../live/acts.js";
import { say } from "../words.js";

// A browser may read the file only a while after the click.
const KEPT_MS = 40_000;

export async function download(path, name) {
  const answer = await fetch(path).catch(() => undefined);
  if (!answer) throw new NotDone(0, { message: say("the service does not answer") });
  if (!answer.ok) throw new NotDone(answer.status, (await answer.json().catch(() => ({}))).error);
  const given = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = given ?? name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
  return link.download;
}
