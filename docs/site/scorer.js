// What a search shows first: pages that tell a user what to do, and last those for who changes the project.
const TASKS = /^docs\/(?:club-evening|computers|first-evening|network|paper|results|screens|seating|tablet|tournament|trouble|upgrade)$/;
const OF_THE_PROJECT = /^(?:CHANGELOG|CONTRIBUTING|docs\/dev\/|deploy\/|hardware\/|host\/|firmware\/(?!PLAYERS$))/;
const REFERENCE = /^docs\/(?:api|records|stable|platforms|contents|README)$/;

var Scorer = {
  score: ([page, , , , score]) => score + (TASKS.test(page) ? 12 : OF_THE_PROJECT.test(page) ? -12 : REFERENCE.test(page) ? -6 : 0),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
