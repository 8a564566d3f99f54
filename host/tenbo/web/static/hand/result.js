// What a hand is worth, as much as a player or a referee wants to see of it.
import { html, nothing } from "../lit-html/lit-html.js";
import { error_text } from "../live/refusals.js";
import { tile_picture } from "../parts/tile.js";
import { language, listed, points, say, yaku } from "../words.js";
import { read } from "./notation.js";

const PAYERS = [
  ["discarder", "the discarder pays"],
  ["each", "each pays"],
  ["east", "East pays"],
  ["other", "the others pay each"],
  ["liable", "the liable player pays"],
];

// What was declared, in the words with which the page offers it, by the service's name for what a book does not have.
const last_tile = () => say("last tile");
const first_turn = () => say("first turn");
const IGNORED = {
  double_riichi: () => say("Double riichi"),
  ippatsu: () => say("Ippatsu"),
  rinshan: () => say("after a kan"),
  chankan: () => say("robbing a kan"),
  haitei: last_tile,
  houtei: last_tile,
  renhou: first_turn,
  tenhou: first_turn,
  chiihou: first_turn,
  red_fives: () => say("red fives"),
  ura: () => say("ura-dora"),
  honba: () => say("Honba"),
};

const tiles_of = (text) => read(text).tiles.map((tile) => tile_picture(tile));

// The name of a yaku as players everywhere say it, in kanji, and what it means in the reader's language. A reader of
// Japanese needs the kanji alone, a reader of Chinese or Korean its own name.
function yaku_name({ name, kanji, english }) {
  if (!kanji) return say(name);
  if (language === "ja") return kanji;
  const meaning = yaku[name] ?? english;
  if (["zh", "ko"].includes(language)) return meaning;
  const same = meaning.toLowerCase() === name.toLowerCase();
  return html`${name} <span lang="ja">${kanji}</span>${same ? nothing : html` <small>${meaning}</small>`}`;
}

// Where a book says it, as the book has its sections. Why a value was chosen that a book does not say stands there in English,
// which other readers see when they ask for it.
const BOOK_SILENT = "(book silent: ";
const section = (text = "") => {
  const silent = language !== "en" && text.startsWith(BOOK_SILENT);
  return html`<td class="section" title=${silent ? text : nothing}>${silent ? say("the rule book does not say") : text}</td>`;
};

function counted(answer) {
  const unit = answer.as_yakuman ? "{} yakuman" : "{} han";
  return html`<table class="counted">
    <caption class="unseen">${say("Yaku")}</caption>
    <tbody>
      ${answer.counted.map(
        (one) => html`<tr><th scope="row">${yaku_name(one)}</th><td>${say(unit, one.worth)}</td>${section(one.section)}</tr>`,
      )}
    </tbody>
    ${answer.fu_counted.length
      ? html`<tbody>
          ${answer.fu_counted.map(
            (one) => html`<tr class="fu">
              <th scope="row">${say(one.words)} ${one.tiles ? html`<span class="small-tiles">${tiles_of(one.tiles)}</span>` : nothing}</th>
              <td>${say("{} fu", one.fu)}</td>${section(answer.sections.fu)}
            </tr>`,
          )}
          <tr class="sum"><th scope="row">${say("total, rounded up if necessary")}</th><td>${say("{} fu", answer.fu)}</td><td></td></tr>
        </tbody>`
      : nothing}
    <tbody>
      ${PAYERS.filter(([who]) => answer.pay[who]).map(
        ([who, words]) => html`<tr class="pay"><th scope="row">${say(words)}</th><td>${points(answer.pay[who])}</td>${section(answer.sections.payment)}</tr>`,
      )}
    </tbody>
  </table>`;
}

function side_by_side(books) {
  return html`<table class="books">
    <caption>${say("Under every rule book")}</caption>
    <thead><tr><th scope="col">${say("Book")}</th><th scope="col">${say("Value")}</th><th scope="col">${say("Winner gets")}</th></tr></thead>
    <tbody>
      ${books.map((book) =>
        book.error
          ? html`<tr><th scope="row">${book.id}</th><td colspan="2">${error_text(book.error)}</td></tr>`
          : html`<tr><th scope="row">${book.id}</th><td>${short_worth(book)}</td><td>${points(book.gain)}</td></tr>`,
      )}
    </tbody>
  </table>`;
}

// `counted` of a book says that han were counted to a yakuman; of a whole answer it is the list of what counts.
export function short_worth({ han, fu, limit, yakuman, counted, as_yakuman = limit === "yakuman" && !counted }) {
  if (as_yakuman) return say("{} yakuman", yakuman);
  const parts = [say("{} han", han), ...(fu ? [say("{} fu", fu)] : []), ...(limit ? [say(limit)] : [])];
  return parts.join(" ");
}

// Everything about a result; `more` asks for all books.
export function result(answer, more) {
  return html`
    <p class="worth"><strong>${points(answer.gain)}</strong> <span>${short_worth(answer)}</span></p>
    ${answer.reading ? html`<p class="reading">${answer.reading.map((group) => html`<span class="group">${tiles_of(group)}</span>`)}</p>` : nothing}
    ${counted(answer)}
    ${answer.ignored ? html`<p class="old">${say("not in this rule book: {}", listed(answer.ignored.map((name) => IGNORED[name]?.() ?? name)))}</p>` : nothing}
    ${answer.books ? side_by_side(answer.books) : html`<button type="button" @click=${more}>${say("Compare all rule books")}</button>`}
  `;
}
