// The tables that play on paper: seated in the session in play, and without a device. Of them the service has no stream.
import { ask } from "../live/acts.js";
import { live } from "../live/live.js";

const DONE = ["complete", "locked"];

export class PaperTables {
  constructor(draw) {
    this.draw = draw;
    this.rows = [];
    addEventListener("tenbo-desk", () => this.read());
  }

  // Ask again when another session is in play.
  follow() {
    const session = live.about?.session;
    if (session === this.session) return;
    this.session = session;
    this.read();
  }

  async read() {
    const { session } = this;
    if (!session) {
      this.rows = [];
      return;
    }
    const seats = await ask(`/v1/seats?session=${session}`).catch(() => undefined);
    // Results that are not released are nobody's here; names are.
    const sheets = await ask(`/v1/sessions/${session}`).catch(() => []);
    if (!seats || session !== this.session) return;
    const rows = rows_of(seats.seats, sheets);
    if (JSON.stringify(rows) === JSON.stringify(this.rows)) return;
    this.rows = rows;
    this.draw();
  }

  // Those without a device; none before it is known which tables have one.
  get tables() {
    return live.heard ? this.rows.filter(({ table }) => !live.tables.has(table)) : [];
  }
}

function rows_of(seats, sheets) {
  const tables = new Map();
  // How many sit at a table, if no one may see results: as many as at the fullest.
  const count = sheets[0]?.players.length ?? 1 + Math.max(...seats.map(({ seat }) => seat));
  for (const { table, seat, name } of seats) {
    if (!tables.has(table)) tables.set(table, { table, on_paper: true, names: Array(count).fill("") });
    tables.get(table).names[seat] = name;
  }
  for (const { table, state, scores, places } of sheets) if (tables.has(table) && DONE.includes(state)) Object.assign(tables.get(table), { scores, places });
  return [...tables.values()].sort((one, other) => one.table - other.table);
}
