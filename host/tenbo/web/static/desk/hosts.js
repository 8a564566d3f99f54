// The hosts of a larger hall: how each does, and what does not agree between them, each with what to do about it.
import { ask } from "../live/acts.js";
import { error_text, why_text } from "../live/refusals.js";
import { lasting } from "../parts/clock.js";
import { html, nothing } from "../parts/element.js";
import { field } from "../parts/form.js";
import { live } from "../live/live.js";
import { headed, say } from "../words.js";
import { DeskPart, section, wide } from "./part.js";

// Hosts come and go without a record of the desk.
const READ_EVERY = 3;

// What the desk wanted of a table whose host was cut off, and what has become of it.
const LEFT = () => ({ start: say("start its game"), end: say("end its game"), name: say("show a name") });
const ENDS = () => ({ begun: say("started at the host, no answer yet"), done: say("done at the host"), refused: say("refused") });

const STATES = () => ({ met: say("connected"), "cut off": say("no contact"), "not met yet": say("not connected yet") });

const time_of = (seconds) =>
  new Date(1000 * seconds).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });

class DeskHosts extends DeskPart {
  get heading() {
    return say("Hosts");
  }

  async load() {
    this.told = await ask("/v1/hosts");
  }

  tick() {
    super.tick();
    this.beats = (this.beats ?? 0) + 1;
    if (this.beats % READ_EVERY === 0 && live.is_live) this.read({ data_alone: this.typing });
  }

  show() {
    const left = this.told.hosts.flatMap((one) => (one.left ?? []).map((what) => ({ ...what, host: one.host })));
    return html`${section("hosts-head", say("Hosts"), this.hosts(), true)}
    ${left.length ? section("left-head", say("Waiting for unreachable hosts"), this.left(left), true) : nothing} ${section("doubts-head", say("Conflicts"), this.doubts(), true)}`;
  }

  hosts() {
    if (!this.told.hosts.length) return html`<p>${say("This computer follows no other hosts. To show several hosts, start the desk with the code and address of each (tenbo desk --follow CODE@ADDRESS:PORT).")}</p>`;
    const heads = [say("Host"), say("Address"), say("State"), say("Last change"), say("Number of tables"), say("Clock accuracy")];
    const rows = this.told.hosts.map(
      (one) => html`<tr data-state=${one.state}>
        <th scope="row">${one.host || "?"}</th>
        <td><code>${one.place}</code></td>
        <td>
          ${one.state === "met" ? STATES()[one.state] : html`<span class="old">${STATES()[one.state] ?? one.state}</span> ${why_text(one)}`}
          ${one.behind ? say("Desk records this host has not yet received: {}", one.behind) : nothing}
        </td>
        <td>${say("{} ago", lasting(Math.max(0, Date.now() / 1000 - one.since)))}</td>
        <td class="number">${one.tables}</td>
        <td class="number">${one.uncertain_ms === undefined ? nothing : `${one.uncertain_ms} ms`}</td>
      </tr>`,
    );
    return wide(say("Hosts"), heads, rows);
  }

  left(left) {
    const heads = [say("Host"), say("Table"), say("What"), say("State")];
    const rows = left.map(
      (one) => html`<tr data-left=${one.state}>
        <th scope="row">${one.host}</th>
        <td class="number">${one.table ?? one.device}</td>
        <td>${LEFT()[one.what] ?? one.what}</td>
        <td>${one.state === "waiting" ? say("waiting until {}", time_of(one.until)) : one.why ? headed(ENDS()[one.state], why_text(one)) : ENDS()[one.state]}</td>
      </tr>`,
    );
    const waiting = [...new Set(left.filter((one) => one.state === "waiting").map((one) => one.host))];
    return html`${wide(say("Waiting for unreachable hosts"), heads, rows)} ${waiting.map((host) => this.take_back(host))}`;
  }

  // What waits for a host that is away is wanted no longer.
  take_back(host) {
    const name = `back-${host}`;
    const act = () => this.send(name, "/v1/orders/cancel", { host }, () => say("Everything waiting for {} has been cancelled.", host));
    return html`<form @submit=${this.on_submit(act)}>${this.submit(name, say("Cancel everything waiting for {}", host))}</form>
      ${this.doing.view(name)}`;
  }

  doubts() {
    if (!this.told.doubts.length) return html`<p>${say("No conflicts.")}</p>`;
    return html`<ul class="doubts">
      ${this.told.doubts.map(
        (one) => html`<li data-kind=${one.kind}>
          <p class=${one.serious ? "old" : nothing}>${error_text({ message: one.text, ...one.reasons.text })}</p>
          <p>${error_text({ message: one.remedy, ...one.reasons.remedy })}</p>
          ${one.choices.length ? this.believe(one) : nothing}
        </li>`,
      )}
    </ul>`;
  }

  // Whose telling counts: a decision with a reason, recorded like every other.
  believe(doubt) {
    const name = `believe-${doubt.about}`;
    const options = doubt.choices.map((one) => [one, one]);
    const act = (fields) => this.send(name, "/v1/ledger_versions", { ledger: doubt.about, ...fields }, () => say("The chosen version is now in use."));
    return html`<form @submit=${this.on_submit(act)}>
        ${field(this.doing, name, "host", say("Which host has the right version?"), { kind: "select", options })}
        ${field(this.doing, name, "why", say("Reason"), { required: true, maxlength: 200 })} ${this.submit(name, say("Use this version"))}
      </form>
      ${this.doing.view(name)}`;
  }
}
customElements.define("tenbo-desk-hosts", DeskHosts);
