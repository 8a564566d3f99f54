// Who has signed something: the name that was given, and the role behind it in the reader's language.
import { bracketed, say } from "../words.js";

const ROLES = { desk: () => say("desk"), referee: () => say("referee"), reader: () => say("reader"), member: () => say("member"), table: () => say("table"), host: () => say("the service") };
const SIGNED = /^(.*) \((desk|referee|reader|member|table)\)$/s;

export function author(by) {
  const [, name, role] = SIGNED.exec(by) ?? [];
  return role ? bracketed(name, ROLES[role]()) : Object.hasOwn(ROLES, by) ? ROLES[by]() : by;
}
