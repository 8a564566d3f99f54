// Holds a seat box on a table's rim: its plate is screwed under the floor, outside the table, and a screw presses from below.
// Two for a box, and a pad on the end of each screw. Both lie on their side, neither needs support.
include <parts.scad>
include <fixings.scad>
part = "body";
plain = false;

wide = 22;
plate = 6;             // thickness of the plate under the floor
spine = 10;
arm = 12;
jaw = [12, 45];        // what tops it holds, thinnest and thickest
pad_high = 5;
reach = 11;            // of the screw, from the table's edge
hole_from_front = 7;   // of the hole in the box's floor
over = [34, 52];       // how far a box may stand over the edge, by its front holes
over_short = [13, 34]; // the same of a clamp whose slot is beside its spine: by the front holes, then by the rear ones
hole_rear = 17;        // of the rear holes in the floor
tab = 18;              // of the plate beside the spine
bolt = 6.4;
bolt_long = 60;
nut = [10.3, 5.4];     // across its flats, and how deep it lies
floor_screw = 4.4;

slot = over - [hole_from_front, hole_from_front];   // from the edge, nearest and farthest
short_slot = [over_short[0] - hole_from_front, over_short[1] - hole_rear];
below = jaw[1] + pad_high + nut[1];                 // from the top of the table to the lower arm
lifted = bolt_long - arm;                           // of the screw over the arm, turned in as far as it goes

assert(slot[0] - floor_screw / 2 > spine + 4, "a screwdriver passes the spine");
assert(lifted + pad_high > below - jaw[0], "the screw reaches the thinnest top");
assert(short_slot[0] > 4.5 + 1, "a washer passes the edge");
assert(short_slot[1] + hole_from_front >= short_slot[0] + hole_rear, "where the front holes end the rear ones begin");
assert(tab > 9 + 8, "a screwdriver passes the spine at its side");
assert(reach + 9 < 22, "the pad presses where the box stands");

module profile(end) polygon([
    [-end, 0], [0, 0], [0, -below], [reach + 11, -below], [reach + 11, -below - arm],
    [-spine, -below - arm], [-spine, -plate - 8], [max(-spine - 8, -end), -plate], [-end, -plate],
]);

module slot_at(ends, z) hull() for (x = ends) translate([-x, 1, z]) rotate([90, 0, 0]) cylinder(d = floor_screw, h = plate + 2, $fn = 24);

module bolt_hole() {
    translate([reach, -below + 1, wide / 2]) rotate([90, 0, 0]) cylinder(d = bolt, h = arm + 2, $fn = 32);
    translate([reach, -below + 1, wide / 2]) rotate([90, 0, 0]) cylinder(d = nut[0] / cos(30), h = nut[1] + 1, $fn = 6);
}

module clamp() difference() {
    linear_extrude(wide, convexity = 6) profile(slot[1] + 6);
    slot_at(slot, wide / 2);
    bolt_hole();
}

// For a box that stands less far over the edge: its slot lies beside the spine, where a screwdriver comes up to it.
module short_clamp() difference() {
    union() {
        linear_extrude(wide, convexity = 6) profile(short_slot[1] + 5);
        translate([-short_slot[1] - 5, -plate, 0]) cube([short_slot[1] + 5, plate, wide + tab]);
    }
    slot_at(short_slot, wide + tab / 2);
    bolt_hole();
}

module pad() difference() {
    cylinder(d = 18, h = pad_high, $fn = 48);
    translate([0, 0, 2]) cylinder(d = bolt, h = pad_high, $fn = 32);
}

if (part == "body") {
    clamp();
    translate([reach + 4, -18, 0]) pad();
}
// One for each hand, as they are printed.
if (part == "short") for (side = [0, 1]) translate([side * -52, 0, 0]) mirror([side, 0, 0]) {
    short_clamp();
    translate([reach + 4, -18, 0]) pad();
}
// What is round a clamp, only in the pictures: x towards the middle of the table from its edge, z over its top.
top_thick = 22;
box_deep = 72.5;
holes_apart = 35.5;    // in the box's floor
holes_at = 35;         // from its left wall

module long_at() translate([0, wide / 2, 0]) rotate([90, 0, 0]) clamp();
module short_at(side) mirror([0, 1 - side, 0]) translate([0, wide + tab / 2, 0]) rotate([90, 0, 0]) short_clamp();
module top_of_table() {
    color("burlywood") translate([0.3, -90, -top_thick]) cube([110, 180, top_thick - 0.3]);
    color("seagreen") translate([box_deep + 8 - stands, -90, -0.3]) cube([110 - box_deep - 8 + stands, 180, 1]);
}
module box_at(y) color([0.35, 0.42, 0.5, 0.6]) translate([-stands, y + 105 - holes_at, 0.3]) rotate([90, 0, 0]) linear_extrude(105) polygon([[0, 0], [box_deep, 0], [box_deep, 48], [0, 14]]);
module nut_of_floor(from_front) color("silver") translate([from_front - stands, 0, 2.8]) cylinder(d = 7.5, h = 3, $fn = 6);
module floor_bolt(from_front, down = 0) color("silver") translate([from_front - stands, 0, -plate - down]) {
    translate([0, 0, -3]) cylinder(d = 7, h = 3, $fn = 32);
    cylinder(d = 9, h = 0.8, $fn = 32);
    cylinder(d = 4, h = 9, $fn = 24);
}
module pad_at(down = 0) color("dimgray") translate([reach, 0, -top_thick - pad_high - down]) pad();
module long_bolt(down = 0) color("silver") translate([reach, 0, -top_thick - pad_high + 2 - bolt_long - down]) {
    cylinder(d = 6, h = bolt_long, $fn = 32);
    translate([0, 0, -4]) cylinder(d = 11, h = 4, $fn = 6);
}
module nut_of_arm(up = 0) color("gold") translate([reach, 0, -below - nut[1] + up]) cylinder(d = nut[0] / cos(30) - 0.3, h = nut[1], $fn = 6);
module lead() {
    color("firebrick") translate([-spine - 3.2, -60, -46]) rotate([-90, 0, 0]) cylinder(d = 6, h = 170, $fn = 24);
    color("black") translate([-spine - 7, -wide / 2 - 1, -49]) cube([spine + 7.5, wide + 2, 5]);
}

stands = 43;           // the box over the edge, in the pictures of the long clamp
if (part == "both") { color("dimgray") long_at(); pad_at(); long_bolt(); top_of_table(); box_at(-30); floor_bolt(hole_from_front); }
if (part == "step 1") { color("dimgray") long_at(); nut_of_arm(up = 22); long_bolt(down = 38); }
if (part == "step 2") { color("dimgray") long_at(); nut_of_arm(); long_bolt(down = 20); translate([0, 0, 14]) box_at(-30); translate([0, 0, 14]) nut_of_floor(hole_from_front); floor_bolt(hole_from_front, down = 16); }
if (part == "step 3") { for (y = [0, holes_apart]) translate([0, y, 0]) { color("dimgray") long_at(); nut_of_arm(); long_bolt(down = 20); floor_bolt(hole_from_front); } top_of_table(); box_at(0); }
if (part == "step 4") { for (y = [0, holes_apart]) translate([0, y, 0]) { color("dimgray") long_at(); nut_of_arm(); long_bolt(); pad_at(); floor_bolt(hole_from_front); } top_of_table(); box_at(0); }
if (part == "step 5") { for (y = [0, holes_apart]) translate([0, y, 0]) { color("dimgray") long_at(); nut_of_arm(); long_bolt(); pad_at(); floor_bolt(hole_from_front); } top_of_table(); box_at(0); lead(); }
// The short ones from below, by the front holes and by the rear ones; the box as far over the edge as there.
if (part == "short both") {
    short_pair(18, hole_from_front);
    translate([0, 170, 0]) short_pair(30, hole_rear);
}
module short_pair(out, from_front) {
    color("burlywood") translate([0.3, -45, -top_thick]) cube([box_deep + 8 - out, 130, top_thick - 0.3]);
    for (side = [0, 1]) translate([0, side * holes_apart, 0]) {
        color("dimgray") short_at(side);
        translate([stands - out, 0, 0]) floor_bolt(from_front);
        translate([0, (side ? 1 : -1) * (wide + tab) / 2, 0]) { pad_at(); long_bolt(); }
    }
    translate([stands - out, 0, 0]) box_at(0);
}
