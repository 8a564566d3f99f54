// The names of people where many are read together: in full where the desk knows them, and cut where two still differ.
import { html } from "../lit-html/lit-html.js";
import { WIND_NAMES, wind_of } from "./table-state.js";

// A name that has no room loses letters in its middle: two people are told apart by where their names end, too.
const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;
const LONG = 12;

export function named(name) {
  const last = name.lastIndexOf(" ");
  if (name.length <= LONG || last < 1 || RIGHT_TO_LEFT.test(name)) return html`<span class="name">${name}</span>`;
  return html`<span class="name parted"><span>${name.slice(0, last)}</span><span>${name.slice(last)}</span></span>`;
}

// How a table stands, with the whole name of everybody.
export const with_full_names = (now, in_full) => now && { ...now, names: now.names.map((name) => in_full?.[name] || name) };

// Who sits there: a table shows sixteen letters of a name, by which `in_full` has all of it.
export const full_name = (now, in_full, seat) => in_full?.[now.names[seat]] || now.names[seat] || WIND_NAMES["ESWN".indexOf(wind_of(now, seat))];
