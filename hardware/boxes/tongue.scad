// Holds a seat box at a mat that lies on a larger table: the long side goes under the mat, the box is screwed on the short one.
// One for a box, printed on its side, without support.
include <parts.scad>
include <fixings.scad>
part = "body";
plain = false;

mat = 16;              // how high the mat's rim is: measure yours
wide = 60;
sheet = 3;             // what lies under the mat, and what it stands on
plate = 6;             // under the floor of the box
web = 6;               // beside the mat's edge
under_mat = 90;
hole_from_front = 7;   // of the holes in the box's floor
holes_apart = 35.5;
over = [34, 52];       // how far a box may stand over the mat's edge
floor_screw = 4.4;
driver = 9.5;          // the washer and the screwdriver pass the sheet

slot = over - [hole_from_front, hole_from_front];   // from the mat's edge, nearest and farthest
out = slot[1] + 7;
top = sheet + mat;     // where the floor of the box lies

assert(mat >= plate + 6, "a screw's head has room between the two plates");
assert(slot[0] - driver / 2 > web + 2, "a screwdriver passes the web");

module profile() polygon([
    [-under_mat, 0], [-under_mat, sheet], [0, sheet], [0, top], [out, top], [out, top - plate],
    [web + 4, top - plate], [web, top - plate - 4], [web, sheet + 4], [web + 4, sheet], [out, sheet], [out, 0],
]);

module slots(across, low, high) for (z = [-1, 1]) hull() for (x = slot)
    translate([x, low, wide / 2 + z * holes_apart / 2]) rotate([-90, 0, 0]) cylinder(d = across, h = high - low, $fn = 24);

module tongue() difference() {
    linear_extrude(wide, convexity = 6) profile();
    slots(floor_screw, top - plate - 1, top + 1);
    slots(driver, -1, sheet + 1);
}

if (part == "body") tongue();
// With the mat, the table and the box, only in the pictures.
module mat_at(up = 0) color("seagreen") translate([-110, -90, sheet + 0.3 + up]) cube([109.5, 60, mat - 0.3]);
module table() color("burlywood") translate([-110, -90, -12]) cube([200, 130, 11.8]);
module box(up = 0) color([0.35, 0.42, 0.5, 0.6]) translate([43, 20, top + 0.3 + up]) rotate([90, 0, 0]) linear_extrude(105) polygon([[0, 0], [-72.5, 0], [-72.5, 48], [0, 14]]);
module screws(down = 0) color("silver") for (z = [-1, 1]) translate([43 - hole_from_front, -wide / 2 + z * holes_apart / 2, top - plate - down]) {
    translate([0, 0, -3.8]) cylinder(d = 7, h = 3, $fn = 32);
    translate([0, 0, -0.8]) cylinder(d = 9, h = 0.8, $fn = 32);
    cylinder(d = 4, h = 9, $fn = 24);
}
module tongue_at() color("dimgray") rotate([90, 0, 0]) tongue();
if (part == "both") { tongue_at(); mat_at(); table(); box(); }
if (part == "step 1") { tongue_at(); screws(down = 30); box(up = 22); }
if (part == "step 2") { tongue_at(); screws(); table(); mat_at(up = 18); box(); }
if (part == "step 3") { tongue_at(); screws(); table(); mat_at(); box(); color("firebrick") translate([30, 25, 12]) rotate([90, 0, 0]) cylinder(d = 5, h = 120, $fn = 24); color("black") translate([26, -20, 5]) cube([5, 4, 18]); }
