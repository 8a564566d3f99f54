// The table of a season: places, games, totals, places' counts and the rating; each column sorts it.
import { html, nothing } from "../parts/element.js";
import { rank_text } from "../parts/table-state.js";
import { named } from "../parts/name.js";
import { plural, say, signed } from "../words.js";

const number = new Intl.NumberFormat(document.documentElement.lang || "en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const mean_place = new Intl.NumberFormat(document.documentElement.lang || "en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const ranked_by_best = (games) => (games === 1 ? say("Ranked by the best game") : plural(games, "Ranked by the best {} game", "Ranked by the best {} games"));

export const rating_text = (row) => (row.provisional ? html`<span title=${say("based on few games")}>${number.format(row.rating)}?</span>` : number.format(row.rating));

// With a number of best games that count, both their sum and that of all games are columns.
const totals = (best) => [
  { name: "total", label: best ? say("Best {}", best) : say("Total"), first: -1, value: (row) => row.counted, show: (row) => signed(row.counted) },
  ...(best ? [{ name: "all", label: say("All games"), first: -1, value: (row) => row.total, show: (row) => signed(row.total) }] : []),
];
const percent = new Intl.NumberFormat(document.documentElement.lang || "en", { style: "percent", maximumFractionDigits: 0 });
// How often a place was reached; it is sorted by the share of the games, because people have played more or fewer.
const place_column = (place) => ({
  name: `place_${place + 1}`,
  label: rank_text(place + 1),
  first: -1,
  value: (row) => row.shares[place],
  show: (row) => html`${row.places[place]} <small class="soft">${percent.format(row.shares[place])}</small>`,
});

export const columns = ({ ranking, seats }) => [
  { name: "place", label: say("Place"), text: true, value: (row) => row.place ?? Infinity, show: (row) => (row.place ? rank_text(row.place) : "-") },
  { name: "name", label: say("Name"), text: true, value: (row) => row.name, show: (row) => html`<a href="/club/person/${row.player}">${named(row.name)}</a>` },
  { name: "games", label: say("Games"), first: -1, value: (row) => row.games, show: (row) => row.games },
  ...totals(ranking.best),
  { name: "mean", label: say("Mean"), first: -1, value: (row) => row.mean, show: (row) => signed(Math.round(row.mean)) },
  { name: "mean_place", label: say("Mean place"), value: (row) => row.mean_place, show: (row) => mean_place.format(row.mean_place) },
  ...[...Array(seats).keys()].map(place_column),
  { name: "rating", label: say("Rating"), first: -1, value: (row) => row.rating, show: rating_text },
];

// How a season ranks, in words.
export const ORDERS = {
  total: () => say("Ranked by total"),
  mean: () => say("Ranked by the mean"),
  place: () => say("Ranked by the mean place"),
  firsts: () => say("Ranked by share of first places"),
  rating: () => say("Ranked by rating"),
};

// Who has too few games stands beneath the others.
export function season_table(season, table) {
  const ranked = season.standings.filter((row) => row.place !== null);
  const below = season.standings.filter((row) => row.place === null);
  const order = ORDERS[season.ranking.order]();
  return html`<p class="soft ranked-by">${season.ranking.best && season.ranking.order === "total" ? ranked_by_best(season.ranking.best) : order}</p>
    ${table.chooser(columns(season))}
    ${ranked.length ? table.view(say("Season"), ranked, columns(season)) : nothing}
    ${below.length
      ? html`<h2>${season.ranking.least === 1 ? say("Not ranked yet") : plural(season.ranking.least, "Fewer than {} game", "Fewer than {} games")}</h2>
          ${table.view(say("Not ranked yet"), below, columns(season))}`
      : nothing}
    ${season.standings.some((row) => row.provisional) ? html`<p class="soft">${say("? marks a rating based on fewer than 8 games.")}</p>` : nothing}`;
}
