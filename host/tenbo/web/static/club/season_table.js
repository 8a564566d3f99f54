// The table of a season: places, games, totals, places' counts and the rating; each column sorts it.
import { html, nothing } from "../parts/element.js";
import { rank_text } from "../parts/table-state.js";
import { named } from "../parts/name.js";
import { say, signed } from "../words.js";

const number = new Intl.NumberFormat(document.documentElement.lang || "en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const mean_place = new Intl.NumberFormat(document.documentElement.lang || "en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export const rating_text = (row) => (row.provisional ? html`<span title=${say("after few games")}>${number.format(row.rating)}?</span>` : number.format(row.rating));

export const columns = () => [
  { name: "place", label: say("Place"), text: true, value: (row) => row.place ?? Infinity, show: (row) => (row.place ? rank_text(row.place) : "-") },
  { name: "name", label: say("Name"), text: true, value: (row) => row.name, show: (row) => html`<a href="/club/person/${row.player}">${named(row.name)}</a>` },
  { name: "games", label: say("Games"), first: -1, value: (row) => row.games, show: (row) => row.games },
  { name: "total", label: say("Total"), first: -1, value: (row) => row.counted, show: (row) => signed(row.counted) },
  { name: "mean", label: say("Mean"), first: -1, value: (row) => row.mean, show: (row) => signed(Math.round(row.mean)) },
  { name: "mean_place", label: say("Mean place"), value: (row) => row.mean_place, show: (row) => mean_place.format(row.mean_place) },
  ...[0, 1, 2, 3].map((place) => ({ name: `place_${place + 1}`, label: rank_text(place + 1), first: -1, value: (row) => row.places[place], show: (row) => row.places[place] })),
  { name: "rating", label: say("Rating"), first: -1, value: (row) => row.rating, show: rating_text },
];

// Who has too few games stands beneath the others.
export function season_table(season, table) {
  const ranked = season.standings.filter((row) => row.place !== null);
  const below = season.standings.filter((row) => row.place === null);
  return html`${ranked.length ? table.view(say("Season"), ranked, columns()) : nothing}
    ${below.length
      ? html`<h2>${season.ranking.least === 1 ? say("Not ranked yet") : say("Ranked from {} games on", season.ranking.least)}</h2>
          ${table.view(say("Not ranked yet"), below, columns())}`
      : nothing}
    ${season.standings.some((row) => row.provisional) ? html`<p class="soft">${say("? is a rating after fewer than 8 games.")}</p>` : nothing}`;
}
