// Elements of the page, made from their attributes; what is undefined or false is left out.
const SVG = "http://www.w3.org/2000/svg";

function filled(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== ""));
  return element;
}

export const made = (name, attributes = {}, ...children) => filled(document.createElement(name), attributes, children);
export const drawn = (name, attributes = {}, ...children) => filled(document.createElementNS(SVG, name), attributes, children);

// Make the words of an element so small that they fit: its style sizes them by `--fit`. A line is cut before it is tiny.
const LEAST = 0.6;
const LEAST_OF_A_LINE = 0.7;
// Rather than smaller, a long word is broken where its language allows.
const LEAST_UNBROKEN = 22.6 / 23;

export function fit(element) {
  element.style.removeProperty("--fit");
  element.classList.remove("broken");
  let share = share_of(element);
  if (share < LEAST_UNBROKEN) {
    element.classList.add("broken");
    share = share_of(element);
  }
  if (share < 1) element.style.setProperty("--fit", Math.max(share, LEAST).toFixed(3));
}

// How much of its words an element has room for; they do not touch its rim.
function share_of(element) {
  const words = [...element.children].filter((child) => child.offsetParent && child.localName !== "kbd");
  const { paddingLeft, paddingRight } = getComputedStyle(element);
  const rim = parseFloat(paddingLeft) + parseFloat(paddingRight);
  const wide = Math.max(element.scrollWidth, ...words.map((word) => word.scrollWidth + rim));
  const high = Math.max(element.scrollHeight, words.reduce((sum, word) => sum + word.offsetHeight, 0));
  return Math.min(element.clientWidth / wide, element.clientHeight / high);
}

// The same where the words stand side by side, each cut where it has no room.
export function fit_line(element) {
  element.style.removeProperty("--fit");
  const over = Math.max(0, ...[...element.children].map((child) => child.scrollWidth - child.clientWidth));
  const share = element.clientWidth / (element.clientWidth + over);
  if (share < 1) element.style.setProperty("--fit", Math.max(share - 0.01, LEAST_OF_A_LINE).toFixed(3));
}
