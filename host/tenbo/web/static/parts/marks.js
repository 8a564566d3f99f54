// What a seat has in this hand beside its points: the stick of its riichi, or in words that its hand is dead.
import { say } from "../words.js";
import { html, nothing } from "./element.js";

export function marks(now, seat) {
  return html`${now.riichi.includes(seat) ? html`<span class="stick" role="img" aria-label=${say("Riichi")}></span>` : nothing}
    ${now.dead?.includes(seat) ? html`<span class="dead">${say("dead hand")}</span>` : nothing}`;
}
