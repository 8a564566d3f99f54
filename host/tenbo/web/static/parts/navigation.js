// Where else there is to go, and in which language: in the line at the top, and on a phone in tabs at the bottom.
//
// It follows no stream, because the phones of hundreds of players have it.
import { html, nothing } from "../lit-html/lit-html.js";
import { choose, language, languages as offered, say } from "../words.js";
import { author } from "./author.js";
import { icon } from "./icon.js";

// The club's pages, and all pages of a club's store, have the club itself at hand.
const in_club = location.pathname.startsWith("/club") || "club" in document.documentElement.dataset;
const CLUB = ["/club", say("Club")];
const HALL = "/hall";
export const PAGES = [...(in_club ? [CLUB] : []), [HALL, say("Hall")], ["/desk", say("Desk")], ["/score", say("Score a hand")]];
const LOGIN = "/join";
export const MORE = [...(in_club ? [] : [CLUB]), ["/wall", say("Wall")], ["/me", say("My table")], ["/slips", say("Slips")], [LOGIN, say("Log in")]];
// What a player's phone has at hand; the desk has tabs of its own.
const MINE = ["/me", say("My table")];
const TABS = [in_club ? [...CLUB, "bars"] : [...MINE, "person"], [HALL, say("Hall"), "grid"], ["/score", say("Score"), "tile"]];
const BEHIND = [in_club ? MINE : CLUB, ["/slips", say("Slips")], ["/wall", say("Wall")], ["/desk", say("Desk")], [LOGIN, say("Log in")]];
// Who has logged in here, once it is known; the page behind it logs out.
let by = "";
export const know_login = (who) => (by = who?.by ?? "");
export const login_text = () => (by ? say("Logged in as {}", author(by)) : say("Log in"));

// The start page is the hall, too, unless the store is a club's.
const at = location.pathname === "/" ? HALL : location.pathname;
const here = (path) => (path === at ? "page" : nothing);
export const links = (pages) => pages.map(([path, name]) => html`<a href=${path} aria-current=${here(path)}>${path === LOGIN ? login_text() : name}</a>`);

export const languages = () => html`<select class="language" aria-label=${say("Language")} @change=${(event) => choose(event.target.value)}>
  ${offered().map(([code, name]) => html`<option value=${code} lang=${code} .selected=${code === language}>${name}</option>`)}
</select>`;

const open_menus = () => document.querySelectorAll("details.menu[open]");

// An open menu is closed by a tap beside it, and by Escape, which leads back to what has opened it.
addEventListener("click", ({ target }) => {
  for (const menu of open_menus()) if (!menu.contains(target)) menu.open = false;
});
addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  for (const menu of open_menus()) {
    const is_inside = menu.contains(document.activeElement);
    menu.open = false;
    if (is_inside) menu.querySelector("summary").focus();
  }
});

// Where a phone goes from here, at the bottom of its screen.
export const tab_bar = () => html`<nav class="tab-bar" aria-label=${say("Pages")}>
  ${TABS.map(([path, name, sign]) => html`<a href=${path} aria-current=${here(path)}>${icon(sign)}${name}</a>`)}
  <details class="menu">
    <summary>${icon("lines")}${say("More")}</summary>
    <div class="items" data-over>${links(BEHIND)} ${languages()}</div>
  </details>
</nav>`;
