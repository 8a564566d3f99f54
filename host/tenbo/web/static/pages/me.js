// My table, on a player's phone: where I sit, my points, when it goes on. It follows no stream: hundreds of phones each
// ask now and then, and only while someone looks.
import { html, nothing, render } from "../lit-html/lit-html.js";
import { ask } from "../live/acts.js";
import { Age } from "../live/age.js";
import { tab_bar } from "../parts/navigation.js";
import { clock_text, clock_text_at, extra_text, lasting, signal_text, stage_now, time_of_day } from "../parts/clock.js";
import { hands_text, place_text, rank_text, WIND_LABELS } from "../parts/table-state.js";
import { paint_unless_pressed } from "../parts/press.js";
import { listed, points, say, signed } from "../words.js";

const ASK_MS = 15_000;
// Phones that were told of the page together do not ask together.
const SPREAD_MS = 5_000;
// A phone asks every 15 to 20 seconds: what is not older has come as it should, and no age stands beside it.
const OLD_S = 25;
const MOVED_MS = 2000;
const ANSWER_MS = 10_000;
const KEPT = "tenbo-player";
// By the number of seats, from my own seat in turn.
const DIRECTIONS = { 3: ["", "right", "left"], 4: ["", "right", "across", "left"] };

class Me extends HTMLElement {
  connectedCallback() {
    this.player = new URLSearchParams(location.search).get("player") ?? localStorage.getItem(KEPT) ?? "";
    document.addEventListener("visibilitychange", () => this.ask());
    setInterval(() => this.tick(), 1000);
    this.ask();
  }

  // A phone that slept, or whose clock was put right, asks again at once.
  tick() {
    const moved = this.ticked && this.ticked.moved_ms > MOVED_MS;
    this.ticked = new Age();
    if (moved) this.ask();
    else this.draw();
  }

  async ask() {
    clearTimeout(this.again);
    if (this.player && !document.hidden) {
      const asked = Date.now();
      const since = new Age();
      try {
        const answer = await ask(`/v1/players/${encodeURIComponent(this.player)}`, ANSWER_MS);
        this.told = { ...answer, clock: { ...answer.clock, asked }, since };
        this.wrong = undefined;
        localStorage.setItem(KEPT, String(answer.player));
      } catch (error) {
        this.wrong = error;
        if (error.at === "player") this.told = undefined;
      }
      clearTimeout(this.again);
      this.again = setTimeout(() => this.ask(), ASK_MS + Math.random() * SPREAD_MS);
    }
    this.draw();
  }

  choose(event) {
    event.preventDefault();
    this.player = event.target.elements.player.value.trim();
    this.told = undefined;
    this.ask();
  }

  other() {
    localStorage.removeItem(KEPT);
    Object.assign(this, { player: "", told: undefined, wrong: undefined });
    clearTimeout(this.again);
    this.draw();
  }

  draw() {
    paint_unless_pressed(this);
  }

  paint() {
    render(html`<main class="me">${this.old()} ${this.told ? this.mine(this.told) : this.question()}</main>${tab_bar()}`, this);
  }

  old() {
    const age = this.told ? this.told.since.ms / 1000 : 0;
    if (!this.told) return nothing;
    if (this.wrong || age > OLD_S) return html`<p class="stale" role="alert">${say("Last updated {} ago", lasting(age))}</p>`;
    return html`<p class="age">${say("As of {}", time_of_day(this.told.clock.asked, "2-digit"))}</p>`;
  }

  question() {
    const at_field = this.wrong?.at === "player" && this.wrong.code !== "contradiction";
    const refused = this.wrong?.status === 401 || this.wrong?.status === 403;
    return html`<h1>${say("My table")}</h1>
      <form @submit=${(event) => this.choose(event)}>
        <label>${say("Your player number or your name")} <input name="player" required autocomplete="name" .value=${this.player}
            aria-invalid=${at_field ? "true" : nothing} aria-describedby=${at_field ? "player-wrong" : nothing}>
          ${at_field ? html`<span class="bad" role="alert" id="player-wrong">${say("No player has this number or name. Check the list of players.")}</span>` : nothing}</label>
        <button class="primary">${say("Show my table")}</button>
      </form>
      ${refused
        ? html`<p class="old" role="alert">${say("This browser has no access:")} <a href="/join">${say("log in with a code")}</a></p>`
        : this.wrong && !at_field
          ? html`<p class="old" role="alert">${this.wrong.message}</p>`
          : nothing}`;
  }

  mine({ name, player, now, next, results, clock, withdrawn, rank }) {
    return html`<header>
        <h1 class="name">${name}</h1>
        <p>${listed([say("number {}", player), ...(rank ? [say("{} of {} in the tournament", rank_text(rank.place), rank.of)] : [])])}</p>
      </header>
      <p class="clock" role="timer" data-stage=${stage_now(clock)}>${now && clock.stage !== "none" ? clock_text_at(clock, now.table) : clock_text(clock)}
        <small>${signal_text(clock, now?.table)}</small> <small class="extra">${now ? extra_text(clock, now.table) : nothing}</small></p>
      ${now ? this.seat(say("Now"), now) : nothing}
      ${next ? this.seat(say("Next: session {}", next.session), next) : nothing}
      ${!now && !next ? html`<p>${withdrawn ? say("You are no longer playing in this tournament.") : say("You have not been assigned a seat for any further session.")}</p>` : nothing}
      ${results.length
        ? html`<section>
            <h2>${say("So far")} <strong class="score">${signed(results.reduce((sum, one) => sum + one.total, 0))}</strong></h2>
            <ol class="results">
              ${results.map(
                (one) => html`<li>
                  <span>${say("Session {}", one.session)}</span> <span>${place_text(one.place)}</span>
                  <span class="score">${points(one.score)}</span> <strong class="score">${signed(one.total)}</strong>
                </li>`,
              )}
            </ol>
          </section>`
        : nothing}
      <p class="buttons"><a class="button" href="/hall">${say("Hall")}</a> <button type="button" class="quiet" @click=${() => this.other()}>${say("Not you?")}</button></p>`;
  }

  seat(heading, { table, seat, points: mine, place, hands_left, live, others = [] }) {
    return html`<section class="mine">
      <h2>${heading}</h2>
      <p class="where"><span>${say("Table {}", table)}</span> <span class="wind">${WIND_LABELS[seat]}</span></p>
      ${mine === undefined
        ? nothing
        : html`<p class="points"><strong class="score">${points(mine)}</strong> ${say("{} at this table", place_text(place))} ${hands_left ? hands_text(hands_left) : nothing}</p>`}
      ${others.length ? this.others(seat, others) : nothing}
      ${live === false && mine !== undefined ? html`<p class="old">${say("the table is not answering: the points may be out of date")}</p>` : nothing}
    </section>`;
  }

  // The others where they sit as I look at the table: on my right who plays after me, on my left who plays before me.
  others(mine, others) {
    const seats = others.length + 1;
    const side = (seat) => DIRECTIONS[seats][(seat - mine + seats) % seats];
    return html`<ul class="others">
      ${others.map(({ seat, name, points: theirs }) => html`<li data-side=${side(seat)}>
        <span>${WIND_LABELS[seat]}</span> <span class="name">${name ?? say("empty seat")}</span>
        ${theirs === undefined ? nothing : html`<span class="score">${points(theirs)}</span>`}
      </li>`)}
    </ul>`;
  }
}
customElements.define("tenbo-me", Me);
