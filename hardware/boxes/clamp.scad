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
over = [34, 52];       // how far a box may stand over the edge
bolt = 6.4;
bolt_long = 60;
nut = [10.3, 5.4];     // across its flats, and how deep it lies
floor_screw = 4.4;

slot = over - [hole_from_front, hole_from_front];   // from the edge, nearest and farthest
below = jaw[1] + pad_high + nut[1];                 // from the top of the table to the lower arm
lifted = bolt_long - arm;                           // of the screw over the arm, turned in as far as it goes

assert(slot[0] - floor_screw / 2 > spine + 4, "a screwdriver passes the spine");
assert(lifted + pad_high > below - jaw[0], "the screw reaches the thinnest top");
assert(reach + 9 < 22, "the pad presses where the box stands");

module profile() polygon([
    [-slot[1] - 6, 0], [0, 0], [0, -below], [reach + 11, -below], [reach + 11, -below - arm],
    [-spine, -below - arm], [-spine, -plate - 8], [-spine - 8, -plate], [-slot[1] - 6, -plate],
]);

module clamp() difference() {
    linear_extrude(wide) profile();
    for (side = [slot[0] : (slot[1] - slot[0]) / 12 : slot[1]]) translate([-side, 1, wide / 2]) rotate([90, 0, 0]) cylinder(d = floor_screw, h = plate + 2, $fn = 24);
    translate([reach, -below + 1, wide / 2]) rotate([90, 0, 0]) cylinder(d = bolt, h = arm + 2, $fn = 32);
    translate([reach, -below + 1, wide / 2]) rotate([90, 0, 0]) cylinder(d = nut[0] / cos(30), h = nut[1] + 1, $fn = 6);
}

module pad() difference() {
    cylinder(d = 18, h = pad_high, $fn = 48);
    translate([0, 0, 2]) cylinder(d = bolt, h = pad_high, $fn = 32);
}

if (part == "body") {
    clamp();
    translate([reach + 4, -18, 0]) pad();
}
// With a table's top, the box and the screws, only in the picture.
if (part == "both") {
    color("dimgray") rotate([90, 0, 0]) clamp();
    translate([reach, -wide / 2, -22 - pad_high]) {
        color("dimgray") pad();
        color("silver") translate([0, 0, 2 - bolt_long]) cylinder(d = 6, h = bolt_long, $fn = 32);
        color("silver") translate([0, 0, -2 - bolt_long]) cylinder(d = 11, h = 4, $fn = 6);
    }
    color("burlywood") translate([0.3, -60, -22]) cube([90, 100, 21.7]);
    color([0.35, 0.42, 0.5, 0.45]) translate([-43, 30, 0.3]) rotate([90, 0, 0]) linear_extrude(80) polygon([[0, 0], [72.5, 0], [72.5, 48], [0, 14]]);
    color("silver") translate([-43 + hole_from_front, -wide / 2, -plate - 3]) cylinder(d = 7, h = 3, $fn = 32);
}
