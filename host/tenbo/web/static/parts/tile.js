// A tile as a picture with its name.
import { html } from "../lit-html/lit-html.js";
import { say } from "../words.js";

const SUIT = { m: "{} of characters", p: "{} of circles", s: "{} of bamboo" };
const HONOURS = ["east", "south", "west", "north", "white dragon", "green dragon", "red dragon"];

export function tile_name(tile) {
  if (tile[1] === "z") return say(HONOURS[tile[0] - 1]);
  return tile[0] === "0" ? say("red {}", say(SUIT[tile[1]], 5)) : say(SUIT[tile[1]], tile[0]);
}

export const tile_picture = (tile, label = tile_name(tile)) =>
  html`<svg class="tile" viewBox="0 0 60 80" role="img" aria-label=${label}><use href="/static/tiles.svg#t${tile}"></use></svg>`;

// For a button that has its name already.
export const bare_tile = (tile) =>
  html`<svg class="tile" viewBox="0 0 60 80" aria-hidden="true"><use href="/static/tiles.svg#t${tile}"></use></svg>`;
