// The base of our elements: drawn by lit-html into the page itself, again whenever the hall changes.
import { html, nothing, render } from "../lit-html/lit-html.js";
import { live } from "../live/live.js";
import { paint_unless_pressed } from "./press.js";

export { html, nothing };

export class Drawn extends HTMLElement {
  connectedCallback() {
    this.stop = live.listen(() => this.draw());
  }

  disconnectedCallback() {
    this.stop?.();
  }

  draw() {
    paint_unless_pressed(this);
  }

  paint() {
    render(this.view(), this);
  }
}
