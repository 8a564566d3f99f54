// A person's curves or a season's table as a picture that a club posts or prints: drawn as SVG in the page's colours, saved as PNG.
import { plural, say, signed } from "../words.js";
import { day_text } from "./games.js";
import { rank_text } from "../parts/table-state.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 640;
const EDGE = 24;
const LINE = 30;
const HEAD = 84;
// As many pixels for a unit of the drawing, so that it is sharp on paper.
const SCALE = 2.5;
const MOST_ROWS = 30;
const LONGEST_NAME = 26;
// What a drawing takes over from the page's style.
const STYLES = ["fill", "stroke", "stroke-width", "font-size", "font-family"];
const number = new Intl.NumberFormat(document.documentElement.lang || "en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function element(name, values, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(values)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const text = (x, y, words, { size = 16, fill = "--ink", weight = 400, anchor = "start" } = {}) =>
  element("text", { x, y, fill: colour(fill), "font-size": size, "font-weight": weight, "text-anchor": anchor, "font-family": "system-ui, sans-serif" }, words);

// The paper with its heading; what is drawn on it follows below HEAD.
function paper(title, about, height) {
  const size = { width: WIDTH + 2 * EDGE, height: height + EDGE };
  return element("svg", { xmlns: SVG, ...size, viewBox: `0 0 ${size.width} ${size.height}` },
    element("rect", { ...size, fill: colour("--paper") }), text(EDGE, 44, title, { size: 26, weight: 700 }), text(EDGE, 68, about, { fill: "--soft" }));
}

// Save the figures of a page, one below the other, each with its caption.
export function save_curves(title, about, figures, file) {
  let y = HEAD;
  const drawn = [];
  for (const figure of figures) {
    const shown = figure.querySelector("svg");
    const [, , width, height] = shown.getAttribute("viewBox").split(" ").map(Number);
    const copy = shown.cloneNode(true);
    const originals = shown.querySelectorAll("*");
    copy.querySelectorAll("*").forEach((one, index) => {
      const style = getComputedStyle(originals[index]);
      for (const name of STYLES) one.setAttribute(name, style.getPropertyValue(name));
    });
    for (const [name, value] of Object.entries({ x: EDGE, y: y + LINE, width, height })) copy.setAttribute(name, value);
    drawn.push(text(EDGE, y + LINE - 10, figure.querySelector("figcaption").textContent, { fill: "--soft" }), copy);
    y += height + 2 * LINE;
  }
  const page = paper(title, about, y);
  page.append(...drawn);
  return save(page, file);
}

// Save the first rows of a season's table.
export function save_table({ series, standings }, games, file) {
  const rows = standings.filter(({ place }) => place !== null).slice(0, MOST_ROWS);
  const columns = [
    [52, say("Place"), "end", (row) => rank_text(row.place)],
    [72, say("Name"), "start", (row) => ([...row.name].length > LONGEST_NAME ? `${[...row.name].slice(0, LONGEST_NAME - 1).join("")}…` : row.name)],
    [370, say("Games"), "end", (row) => String(row.games)],
    [480, say("Total"), "end", (row) => signed(row.counted)],
    [560, say("Mean"), "end", (row) => signed(Math.round(row.mean))],
    [WIDTH, say("Rating"), "end", (row) => `${number.format(row.rating)}${row.provisional ? "?" : ""}`],
  ];
  const about = [day_text(new Date().toISOString().slice(0, 10)), plural(games, "{} game", "{} games")].join(" · ");
  const page = paper(series, about, HEAD + LINE * (rows.length + 1));
  for (const [x, label, anchor] of columns) page.append(text(EDGE + x, HEAD + 20, label, { size: 14, fill: "--soft", anchor }));
  rows.forEach((row, index) => {
    const y = HEAD + LINE * (index + 1);
    page.append(element("line", { x1: EDGE, x2: EDGE + WIDTH, y1: y, y2: y, stroke: colour("--line") }));
    for (const [x, , anchor, show] of columns) page.append(text(EDGE + x, y + 21, show(row), { anchor, weight: anchor === "start" || x === 480 ? 600 : 400 }));
  });
  return save(page, file);
}

// Let the browser draw it, and save what it has drawn.
async function save(page, file) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(page))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width * SCALE;
  canvas.height = image.height * SCALE;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: file });
  link.click();
  // The browser reads the address after this task.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
