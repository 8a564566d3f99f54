// What holds parts that have no nut of their own: printed bars on two studs; and the screws, wherever they are.
// A keeper is [how far apart its screws are, height of its studs, inner and outer width of its collar, flange it presses].

// How many sides a round of `n` in a print has in a cut, which costs as much as there are sides; and how wide what goes into a hole
// is drawn there, so that its round fits inside, as a hole's sides lie inside its own: a cut may find too much, not too little.
function sides(n) = !plain ? n : n > 48 ? 24 : n > 24 ? 16 : 8;
function over(d, n) = plain ? d / cos(180 / sides(n)) : d;

bar = 2.4;                             // thickness of a keeper's bar
stud_across = 6.4;

lamp_holder = [lamp_keeper_apart, lamp_keeper_stud, lamp_keeper_collar, lamp_keeper_flange];
sensor_holder = [photo_keeper_apart, photo_keeper_stud, photo_keeper_collar, photo_keeper_flange];
piezo_holder = [piezo_keeper_apart, piezo_keeper_stud, piezo_keeper_collar, piezo_keeper_flange];

// Where its two screws stand, along x from the middle of what it holds.
module at_ends(k) for (x = [-k[0] / 2, k[0] / 2]) translate([x, 0, 0]) children();

// The studs under a face whose inner side is at z = 0, and the holes in them.
module studs(k) at_ends(k) translate([0, 0, -k[1]]) cylinder(d = stud_across, h = k[1] + 0.1, $fn = sides(32));
module stud_holes(k) at_ends(k) translate([0, 0, -k[1] - 1]) cylinder(d = 2.6, h = k[1] + 2, $fn = sides(24));

// The bar as it is screwed on: its collar presses a flange against the face, the legs go through it.
module keeper(k) translate([0, 0, -k[1]]) difference() {
    union() {
        hull() at_ends(k) translate([0, 0, -bar]) cylinder(d = stud_across + 0.6, h = bar, $fn = sides(32));
        if (k[2][1] > 0) translate([0, 0, -0.1]) cylinder(d = k[2][1], h = k[1] - k[3] - 0.2, $fn = sides(32));
    }
    at_ends(k) translate([0, 0, -bar - 1]) cylinder(d = 3.4, h = bar + 2, $fn = sides(24));
    if (k[2][0] > 0) translate([0, 0, -bar - 1]) cylinder(d = k[2][0], h = k[1] + bar + 2, $fn = sides(32));
    else translate([-6, 0, -bar - 1]) cylinder(d = 4, h = bar + 2, $fn = sides(24));   // the piezo's wires
}
module keeper_screws(k) at_ends(k) translate([0, 0, -k[1] - bar]) rotate([180, 0, 0]) screw();

// As it is printed: on the flat side of its bar.
module keeper_print(k) translate([0, 0, k[1] + bar]) keeper(k);

// A screw whose head lies on z = 0 and which goes down from there; its core, since its thread cuts the plastic.
module screw() color("silver") {
    translate([0, 0, 0.02]) cylinder(d = over(screw_head, 24), h = screw_head_high, $fn = sides(24));
    translate([0, 0, -screw_long]) cylinder(d = over(screw_core, 16), h = screw_long + 0.1, $fn = sides(16));
}
// A board with its holes, lying on z = 0.
module plate(size, holes) difference() { cube([size[0], size[1], pcb_thick]); drilled(holes); }
module drilled(holes) for (h = holes) translate([h[0], h[1], -1]) cylinder(d = 3.2, h = pcb_thick + 2, $fn = sides(16));

// What stands on a board, as blocks, each height in one; `up` as much taller, `back` as much longer.
module blocks(bodies, up = 0, back = 0) for (i = [0:len(bodies) - 1]) {
    tall = bodies[i][4];
    if (len([for (j = [0:1:i - 1]) if (bodies[j][4] == tall) j]) == 0) color(tint(tall))
        translate([0, 0, tall < 0 ? tall : pcb_thick]) linear_extrude(abs(tall) + up)
            for (b = bodies) if (b[4] == tall) translate([b[0] - slack, b[1] - slack]) square([b[2] - b[0] + 2 * slack, b[3] - b[1] + back + 2 * slack]);
}
// Jacks, the Pico on its sockets, the large capacitor, plugs, and all that is low.
function tint(tall) = tall > 13 && tall < 13.9 ? "silver" : tall > 14.5 && tall < 15 ? "limegreen" : tall > 20 ? "royalblue" : tall > 12.2 && tall < 13 ? "whitesmoke" : "dimgray";

// The name of a plug, standing over it.
module plug_names(plugs, z) for (p = plugs) color("orange") translate([p[1], p[2], z]) linear_extrude(0.4)
    text(p[0], size = 5, halign = "center", valign = "center", font = "DejaVu Sans:style=Bold", $fn = 4);
