// In which order the pages of a wall stand, and for how long: anyone who looks for their table has seen it within a minute.

export const ROUND_S = 60;
// Nine tables in their order are looked through in this time.
const SHORTEST_S = 4;

// The pages of one round after so many turns: all of them, or all tables and one page of each other list, which goes on
// from round to round. Hundreds of names would keep a hall of a hundred tables from its points for minutes.
export function round_of(sheets, turned) {
  const tables = sheets.filter(({ of }) => of === "tables");
  if (!tables.length || sheets.length * SHORTEST_S <= ROUND_S) return sheets;
  const lists = new Set(sheets.map(({ of }) => of).filter((of) => of !== "tables"));
  const others = [...lists].map((list) => sheets.filter(({ of }) => of === list));
  const round = Math.floor(turned / (tables.length + others.length));
  return [...tables, ...others.map((pages) => pages[round % pages.length])];
}

// For how many seconds a page stays that would stay so long by itself; without tables no one waits for one.
export function stays(sheets, turned, turn) {
  const round = round_of(sheets, turned);
  if (!round.some(({ of }) => of === "tables")) return turn;
  return Math.min(turn, Math.max(SHORTEST_S, Math.floor(ROUND_S / round.length)));
}
