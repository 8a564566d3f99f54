// What a search of the site finds, and in which order: pages and sections that share the question's rarer words. Headings and
// questions (see conf.py) count more than text, and pages that say what to do more than those for who changes the project.
const TASKS = /^docs\/(?:club-evening|computers|files|first-evening|network|paper|results|screens|seating|tablet|tournament|trouble|upgrade)$/;
const OF_THE_PROJECT = /^(?:CHANGELOG|CONTRIBUTING|docs\/dev\/|deploy\/|hardware\/|host\/|firmware\/(?!PLAYERS$))/;
const REFERENCE = /^docs\/(?:api|records|stable|contents|README)$/;
const LANGUAGES = /PLAYERS\.\w\w$/;

const worth = (page) => (TASKS.test(page) ? 4 : LANGUAGES.test(page) ? -12 : OF_THE_PROJECT.test(page) ? -8 : REFERENCE.test(page) ? -4 : 0);
const IN_TEXT = 10;
const IN_LABEL = 14;

var Scorer = { objNameMatch: 11, objPartialMatch: 6, objPrio: { 0: 15, 1: 5, 2: -5 }, objPrioDefault: 0, title: 15, partialTitle: 7, term: 5, partialTerm: 2 };

// The stems of a text, as those of a question.
function stems_of(text) {
  const stemmer = new Stemmer();
  const words = splitQuery(text.toLowerCase()).filter((word) => !stopwords.has(word));
  return new Set(words.map((word) => stemmer.stemWord(word)));
}

const pages_with = (table, stem) => (Object.hasOwn(table, stem) ? [table[stem]].flat() : []);

// How rare a stem is: what every page has tells nothing.
function rarity(stem) {
  const { terms, titleterms, docnames } = Search._index;
  const pages = new Set([...pages_with(terms, stem), ...pages_with(titleterms, stem)]);
  return Math.log(1 + docnames.length / Math.max(1, pages.size));
}

const sum = (stems) => [...stems].reduce((all, stem) => all + rarity(stem), 0);

// Headings, questions and first cells of tables with their page and place.
function* labels() {
  const { alltitles, indexentries } = Search._index;
  for (const [text, places] of [...Object.entries(alltitles), ...Object.entries(indexentries)])
    for (const [page, anchor] of places) yield { text, page, anchor };
}

// A question need not have all its words on a page; half of what they are worth is enough.
Search.performTermsSearch = (asked, excluded) => {
  const { terms, titleterms, docnames, filenames, titles } = Search._index;
  const whole = sum(asked);
  const found = new Map();
  for (const stem of asked)
    for (const page of new Set([...pages_with(terms, stem), ...pages_with(titleterms, stem)]))
      found.set(page, { score: (found.get(page)?.score ?? 0) + (IN_TEXT * rarity(stem)) / whole, label: 0, anchor: null });
  for (const { text, page, anchor } of labels()) {
    const own = stems_of(text);
    const shared = sum([...asked].filter((stem) => own.has(stem)));
    const label = (IN_LABEL * shared * (1 + shared / Math.max(1, sum(own)))) / whole / 2;
    const best = found.get(page);
    if (best && label > best.label) Object.assign(best, { label, anchor });
  }
  const without = new Set([...excluded].flatMap((stem) => pages_with(terms, stem)));
  return [...found]
    .filter(([page, { score }]) => score >= IN_TEXT / 2 && !without.has(page))
    .map(([page, { score, label, anchor }]) => [
      docnames[page], titles[page], anchor ? `#${anchor}` : "", null, score + label + worth(docnames[page]), filenames[page], SearchResultKind.text,
    ]);
};

// Whole headings are found above, with all others.
const { _performSearch } = Search;
Search._performSearch = (query, ...how) => {
  const { alltitles, indexentries } = Search._index;
  const terms = Search.performTermsSearch;
  Search._index = { ...Search._index, alltitles: {}, indexentries: {} };
  Search.performTermsSearch = (...asked) => {
    Search._index = { ...Search._index, alltitles, indexentries };
    return terms(...asked);
  };
  try {
    return _performSearch(query, ...how);
  } finally {
    Search.performTermsSearch = terms;
    Search._index = { ...Search._index, alltitles, indexentries };
  }
};
