// Asks the search of the documents' site, as its page does: node site_search.js SITE QUESTION...
"use strict";
const fs = require("fs");
const path = require("path");
const vm = require("vm");

const [site, ...questions] = process.argv.slice(2);
const page = { SPHINX_HIGHLIGHT_ENABLED: false, document: { getElementById: () => null }, _ready: () => {}, _removeChildren: () => {}, questions };
page.window = page;
vm.createContext(page);
// In the order of search.html.
for (const script of ["_static/searchtools.js", "_static/language_data.js", "searchindex.js"])
  vm.runInContext(fs.readFileSync(path.join(site, script), "utf8"), page);
const first = `questions.map((question) => {
  const [page, , anchor] = Search._performSearch(...Search._parseQuery(question)).at(-1) ?? ["", "", ""];
  return page + anchor;
})`;
process.stdout.write(JSON.stringify(vm.runInContext(first, page)));
