// A page of a wall fills its screen: its letters grow as long as everything is seen, and are never smaller than what is
// read at ten metres. What does not fit then belongs on a page more.

// So much larger at most than the smallest letters, found in so many steps.
const LARGEST = 2;
const STEPS = 6;
// A phone may be moved with a finger.
const PHONE_PX = 640;

// Set the letters of `main`, and return whether all of it is seen. Nothing is measured anew while `key` stays the same.
export function fits(main, key) {
  if (innerWidth <= PHONE_PX) {
    main.style.removeProperty("--larger");
    return true;
  }
  const wanted = `${key} ${innerWidth} ${innerHeight} ${main.offsetTop}`;
  if (main.measured === wanted && main.scrollHeight <= room(main)) return true;
  main.measured = wanted;
  const set = (larger) => main.style.setProperty("--larger", String(larger));
  set(1);
  if (main.scrollHeight > room(main)) return false;
  const cut = names_cut(main);
  let [good, bad] = [1, LARGEST];
  for (let step = 0; step < STEPS; step += 1) {
    const larger = (good + bad) / 2;
    set(larger);
    if (main.scrollHeight <= room(main) && names_cut(main) <= cut) good = larger;
    else bad = larger;
  }
  set(good);
  return true;
}

const room = (main) => innerHeight - main.offsetTop;

const names_cut = (main) => [...main.querySelectorAll(".name, .name span")].filter((name) => name.scrollWidth > name.clientWidth).length;
