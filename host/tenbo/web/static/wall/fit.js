// A page fills its screen: its letters grow as long as everything is seen, and are never smaller than what is read at ten
// metres on a wall, and at a desk in the hall. What does not fit then belongs on a page more, or is scrolled to.

// So much larger at most than the smallest letters, found in so many steps.
const LARGEST = 4;
const STEPS = 7;
// Columns so much wider are tried where a page would leave more than a quarter of its screen empty.
const WIDER = [1, 1.35, 2];
const SPARSE = 0.75;
// A name is read while so much of it is seen, and so many of a list may not be, unless they are few already.
const READ_PART = 0.7;
const MOST_LOST = 0.25;
const FEWEST_LINES = 4;
// A rounded height takes no line out of its column.
const LINE_SPARE_PX = 1;
// A phone may be moved with a finger.
const PHONE_PX = 640;

// Set the letters of `main`, and return whether all of it is seen. Nothing is measured again while `key` stays the same and
// no more names are cut: a stick that is laid takes room from one.
export function fits(main, key) {
  if (innerWidth <= PHONE_PX) {
    main.style.removeProperty("--larger");
    return true;
  }
  const wanted = `${key} ${innerWidth} ${innerHeight} ${main.offsetTop}`;
  if (main.measured === wanted && main.scrollHeight <= room(main) && names_cut(main) <= main.cut) return main.fitted;
  main.measured = wanted;
  main.classList.remove("fills", "ends-alone");
  let best;
  // Fewer columns only where they leave less of the screen empty, or fewer names are cut in them.
  for (const wider of WIDER) {
    main.style.setProperty("--wider", String(wider));
    const larger = largest(main, best?.cut);
    if (!larger) break;
    const [cut, is_full] = [names_cut(main), main.scrollHeight >= SPARSE * room(main)];
    if (best?.is_full && cut >= best.cut) break;
    best = { wider, larger, cut, is_full };
    if (is_full && !cut) break;
  }
  main.style.setProperty("--wider", String(best?.wider ?? 1));
  set(main, best?.larger ?? 1);
  main.cut = names_cut(main);
  fill(main);
  main.fitted = best !== undefined && !are_names_lost(main);
  return main.fitted;
}

const set = (main, larger) => main.style.setProperty("--larger", String(larger));

// Set the largest letters with which everything is seen and no more names are cut than with the smallest, and return how
// much larger than those they are: 0 when those have no room, or cut more than so many names.
function largest(main, most = Infinity) {
  set(main, 1);
  const cut = names_cut(main);
  if (main.scrollHeight > room(main) || cut > most) return 0;
  let [good, bad] = [1, LARGEST];
  for (let step = 0; step < STEPS; step += 1) {
    const larger = (good + bad) / 2;
    set(main, larger);
    if (main.scrollHeight <= room(main) && names_cut(main) <= cut) good = larger;
    else bad = larger;
  }
  set(main, good);
  return good;
}

// The rows of tables share what is left of the screen, and so do the lines of a list.
function fill(main) {
  const list = main.querySelector(".ranks, .places");
  if (list) spread(main, list);
  const tables = main.matches(".hall") ? main : main.querySelector(".wall");
  if (!tables) return;
  // A table that is left for the last row has all of it.
  const columns = getComputedStyle(tables).gridTemplateColumns.split(" ").length;
  const shown = tables.querySelectorAll("article").length;
  main.classList.toggle("ends-alone", shown % columns === 1);
  main.style.setProperty("--room", `${Math.floor(tables.offsetHeight + room(main) - main.scrollHeight) - 2}px`);
  main.classList.add("fills");
}

// Each line of a list is so much higher that the longest column reaches the lower edge.
function spread(main, list) {
  const lines = [...list.children];
  if (!lines.length) return;
  const columns = new Map();
  for (const { offsetLeft } of lines) columns.set(offsetLeft, (columns.get(offsetLeft) ?? 0) + 1);
  const [longest] = [...columns.values()].sort((one, other) => other - one);
  main.style.setProperty("--line-more", `${Math.max(0, (room(main) - main.scrollHeight) / longest - LINE_SPARE_PX)}px`);
  main.classList.add("fills");
}

const room = (main) => innerHeight - main.offsetTop;

// Whether too many names of a list are cut so far that no one finds his own: fewer lines then stand on the page, in one
// column. A single long name makes no second page.
function are_names_lost(main) {
  const names = [...main.querySelectorAll(".ranks .name, .places .name")];
  if (names.length <= FEWEST_LINES) return false;
  return names.filter((name) => shown_part(name) < READ_PART).length > MOST_LOST * names.length;
}

// How much of a name is seen; given name and family name are cut each for itself.
function shown_part(name) {
  const parts = name.children.length ? [...name.children] : [name];
  return Math.min(...parts.map((part) => part.clientWidth / Math.max(1, part.scrollWidth)));
}

// Names that are cut, and places for which there is no room.
const names_cut = (main) =>
  [...main.querySelectorAll(".name, .name span")].filter((name) => name.scrollWidth > name.clientWidth).length +
  [...main.querySelectorAll(".line .place")].filter((place) => place.offsetWidth === 0).length;
