// The six signs of the pages, as lines in the colour of the text; always with a word beside them.
import { html, svg } from "../lit-html/lit-html.js";

const LINES = {
  clock: svg`<circle cx="12" cy="12" r="9"></circle><path d="M12 7v5l3 2"></path>`,
  grid: svg`<rect x="4" y="4" width="16" height="16" rx="3"></rect><path d="M4 12h16M12 4v16"></path>`,
  bars: svg`<path d="M5 20V11M12 20V4M19 20v-6"></path>`,
  person: svg`<circle cx="12" cy="8" r="4"></circle><path d="M4 21c1-5 4-7 8-7s7 2 8 7"></path>`,
  lines: svg`<path d="M4 7h16M4 12h16M4 17h16"></path>`,
  tile: svg`<rect x="6" y="3" width="12" height="18" rx="2"></rect><path d="M12 8v8M9 12h6"></path>`,
};

export const icon = (name) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${LINES[name]}</svg>`;
