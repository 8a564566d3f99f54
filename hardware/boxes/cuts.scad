// How a cut is made: a solid with each of the things that must clear it, every cut a metre beside the one before, so that
// the place of what is left tells whose it is. One run of OpenSCAD makes all of a box, and what they share once.
function asked(name) = part == "cuts" || part == str("cut ", name);
module cut(place) translate([1000 * place, 0, 0]) for (i = [1:$children - 1]) intersection() { children(0); children(i); }
