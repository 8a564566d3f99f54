// Who may join: the codes, shown when they are wanted, and new ones, which end every session.
import { ask } from "../live/acts.js";
import { html, nothing } from "../parts/element.js";
import { say } from "../words.js";
import { DeskPart, menu_item, row_menu, section } from "./part.js";

// Whether a code's link leads phones to themselves.
const leads_here = (link) => /^http:\/\/(localhost|127\.|\[::1\])/.test(link);

class DeskJoining extends DeskPart {
  get heading() {
    return say("Access");
  }

  show() {
    const show = async () => {
      this.codes = await ask("/v1/codes").catch(() => []);
      this.draw();
    };
    const renew = () =>
      this.doing.question("codes", say("Everyone who has logged in with the current codes will be logged out and will need a new code."), "/v1/codes", {}, () => {
        this.codes = undefined;
        return say("New codes have been made.");
      });
    return section(
      "joining",
      say("Who can log in"),
      html`${this.codes ? nothing : html`<p>${say("Each role has its own code: readers can watch, members can also see what members share with each other, tables and referees can act at a table, and the desk runs the hall. Phones can scan each code as a QR code.")}</p>`}
        <p class="buttons">
          ${this.codes
            ? html`<button type="button" @click=${() => ((this.codes = undefined), this.draw())}>${say("Hide the codes")}</button>`
            : html`<button type="button" class="primary" @click=${show}>${say("Show the codes")}</button>`}
          ${row_menu(say("More actions for the codes"), menu_item(say("Make new codes ..."), renew, "danger"))}
        </p>
        ${this.doing.view("codes")}
        ${this.codes && leads_here(this.codes[0].link) ? html`<p class="bad" role="alert">${say("Phones cannot use these codes: they lead only to this computer. Open the desk at this computer's network address instead.")}</p>` : nothing}
        <ul class="codes">
          ${this.codes?.[0]?.wifi_picture
            ? html`<li class="wifi">
                <img src=${this.codes[0].wifi_picture} alt="" width="120" height="120">
                <strong>${say("First join the Wi-Fi")}</strong> <code>${this.codes[0].wifi}</code>
              </li>`
            : nothing}
          ${(this.codes ?? []).map(
            (row) => html`<li>
              <img src=${row.picture} alt="" width="120" height="120">
              <strong>${row.table ? say("Table {}", row.table) : say(row.role)}</strong> <code>${row.code}</code>
              ${row.wifi ? html`<span>${say("on Wi-Fi network {}", row.wifi)}</span>` : nothing}
            </li>`,
          )}
        </ul>`,
    );
  }
}
customElements.define("tenbo-desk-joining", DeskJoining);
