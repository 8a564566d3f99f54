// Points as people type them: 25,000 and 25.000 and 25 000 are what pages and people write, 25k what they say, with any
// minus, and in Japanese with wide digits and the signs that lie on the same keys. Slips of paper have hundreds.
import { narrow } from "../fullwidth.js";

const THOUSANDS = /[,.'\u2019\u3001\u3002\s](?=\d{3}(?:\D|$))/g;
const HUNDRED = 100;
export const STICK = 1000;

export const points_in = (text) => {
  const plain = narrow(text.trim()).replace(/^[\u2212\u2013\u30fc]/, "-").replace(THOUSANDS, "");
  return Number(plain.replace(/^(-?\d+)k$/i, "$1000"));
};

// Whether the numbers of a table are in hundreds, as on a slip of paper: then they come to about a hundredth of all the points.
// Sticks may be left, and one of the numbers may be wrong.
function are_hundreds(numbers, sum) {
  const total = HUNDRED * numbers.reduce((all, one) => all + one, 0);
  return numbers.length >= 3 && numbers.every(Number.isInteger) && total >= sum / 2 && total <= 2 * sum;
}

// The scores of a table that were typed, in points.
export function scores_in(texts, sum) {
  const numbers = texts.map(points_in);
  return are_hundreds(numbers, sum) ? numbers.map((one) => HUNDRED * one) : numbers;
}

// The same of the first numbers of a table: below a thousand they are taken for hundreds until the last one tells.
export const in_points_so_far = (numbers) => (numbers.every((one) => Number.isInteger(one) && Math.abs(one) < STICK) ? numbers.map((one) => HUNDRED * one) : numbers);
