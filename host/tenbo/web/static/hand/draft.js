// What has been entered of a hand outlives its page: a reload, or a phone that gives up a tab at which no one looks. Each tab
// keeps its own, for each page one, until the hand is recorded or another one is begun.

// What every entry keeps beside the hand and its line; a page adds what it asks besides.
const FIELDS = ["said", "target", "unread", "unsuited", "unheard", "too_many"];

// A browser may be told to keep nothing, or have no room left: then the hand lives as long as its page.
function tried(doing) {
  try {
    return doing();
  } catch {
    return undefined;
  }
}

export class Draft {
  constructor(entry, more = []) {
    Object.assign(this, { entry, fields: [...FIELDS, ...more], key: `tenbo-hand ${location.pathname}` });
  }

  // What is kept, null or undefined where nothing is.
  get what() {
    return tried(() => JSON.parse(sessionStorage.getItem(this.key)));
  }

  // Keep what stands in the entry; `of` says of which hand.
  keep(of) {
    const { entry } = this;
    const fields = Object.fromEntries(this.fields.map((field) => [field, entry[field]]));
    const text = JSON.stringify({ of, hand: entry.hand, fields, line: entry.querySelector(".line").value });
    tried(() => sessionStorage.setItem(this.key, text));
  }

  drop() {
    tried(() => sessionStorage.removeItem(this.key));
  }

  // Put into the entry what is kept.
  restore() {
    const { entry, what } = this;
    if (!what) return;
    Object.assign(entry.hand, what.hand);
    Object.assign(entry, what.fields);
    entry.changed();
    entry.querySelector(".line").value = what.line;
  }
}
