// What stands above everything while what a page shows may be old: why, and how old it is.
import { live } from "../live/live.js";
import { say } from "../words.js";
import { lasting } from "./clock.js";
import { html, nothing } from "./element.js";

// Without access, or while no one looks, the service may be there: only the age is told of what is shown.
const NO_FAULT = ["refused", "paused"];

export function contact_lost() {
  if (live.is_live) return nothing;
  const { state } = live;
  const text = {
    opening: say("connecting ..."),
    crowded: live.is_asking ? say("too many viewers: this page updates every few seconds") : undefined,
    refused: html`${say("This browser has no access:")} <a href="/join">${say("log in with a code")}</a>${live.heard ? " ·" : ""}`,
    paused: say("This page was paused in a background tab."),
  }[state];
  return html`<p class="stale" role="alert">${text ?? (live.heard ? nothing : say("no answer from the service"))} ${age(state)}</p>`;
}

function age(state) {
  if (!live.heard || live.is_asking) return "";
  const seconds = lasting(live.age_s);
  return NO_FAULT.includes(state) ? say("Last updated {} ago", seconds) : say("No contact with the service. Last updated {} ago.", seconds);
}
