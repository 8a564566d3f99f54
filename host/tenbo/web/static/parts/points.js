// Points as people type them: 25,000 and 25.000 and 25 000 are what pages and people write, with any minus, and in Japanese
// with wide digits and the signs that lie on the same keys.
import { narrow } from "../fullwidth.js";

const THOUSANDS = /[,.'\u2019\u3001\u3002\s](?=\d{3}(?:\D|$))/g;

export const points_in = (text) => Number(narrow(text.trim()).replace(/^[\u2212\u2013\u30fc]/, "-").replace(THOUSANDS, ""));
