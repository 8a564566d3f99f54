// A table whose heads sort it: a second press turns it round; the first columns stay where it is wider than the page.
import { html, nothing } from "../parts/element.js";
import { say } from "../words.js";

// Columns are {name, value, show, text, first}: `value` sorts, `show` draws it, `text` columns begin at the left, and what is
// most wanted comes first with `first` -1.
export class SortedTable {
  constructor(draw, by = undefined) {
    Object.assign(this, { draw, by, down: 1 });
  }

  press(column) {
    this.down = this.by === column.name ? -this.down : 1;
    this.by = column.name;
    this.draw();
  }

  // On a phone, where not every column fits, its column is chosen here and then shown.
  chooser(columns) {
    const pick = ({ target }) => {
      this.by = target.value || undefined;
      this.down = 1;
      this.draw();
    };
    return html`<p class="sort-by"><label>${say("Sort by")} <select @change=${pick}>
      ${columns.map((column, index) => html`<option value=${index ? column.name : ""} .selected=${index ? this.by === column.name : !this.by}>${column.label}</option>`)}
    </select></label></p>`;
  }

  rows(rows, columns) {
    const column = columns.find(({ name }) => name === this.by);
    if (!column) return rows;
    const sign = this.down * (column.first ?? 1);
    const compare = (one, other) => (typeof one === "string" ? one.localeCompare(other) : one - other);
    return [...rows].sort((one, other) => sign * compare(column.value(one), column.value(other)));
  }

  view(label, rows, columns) {
    const sorted = (column) => (this.by !== column.name ? nothing : this.down * (column.first ?? 1) > 0 ? "ascending" : "descending");
    const kind = (column) => [column.text ? "" : "number", this.by === column.name ? "by" : ""].join(" ").trim();
    return html`<div class="wide sorted" tabindex="0" role="group" aria-label=${label}><table>
      <thead><tr>${columns.map((column) => html`<th scope="col" aria-sort=${sorted(column)} class=${kind(column)}>
        <button type="button" class="quiet" @click=${() => this.press(column)}>${column.label}</button></th>`)}</tr></thead>
      <tbody>${this.rows(rows, columns).map((row) => html`<tr>${columns.map((column) => html`<td class=${kind(column)}>${column.show(row)}</td>`)}</tr>`)}</tbody>
    </table></div>`;
  }
}
