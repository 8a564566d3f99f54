// Holds the centre box at a corner of the table, turned by 45 degrees: a clamp whose notch takes the corner, and on it a plate, or
// under it an arm that swings under the top. The clamp is printed on its side, the plate with its upper side down, the arm with its
// lower one; none needs support.
include <parts.scad>
include <fixings.scad>
part = "both";
plain = false;

near = 50;             // from the table's corner to the near side of the box
lid_over = 20;         // the lid over the table's top
box_deep = 123.22;     // of the centre box, and what of it counts here
box_high = 49;
box_floor = 2.4;
box_stand = 6;         // from its floor to the board
holes_apart = 60;      // in its floor, across its middle

wide = 44;             // of the clamp
jaw = [12, 45];        // what tops it holds, thinnest and thickest
lip = 6;               // over the top
inwards = 34;          // of lip and arm, from the corner
spine = 12;            // outside the corner
arm = 12;
pad_high = 5;
reach = 18;            // of the screw, from the corner
bolt = 6.4;
bolt_long = 60;
plug_room = 35;        // of a plug with the bend of its lead
nut = [10.3, 5.4];     // of M6: across its flats, and how deep it lies
small_nut = [7.1, 3.2];     // of M4
small_bolt = 4.4;
small_long = 12;
small_head = [8.6, 3.2];

plate = 6;             // under the floor of the box
ledge = [44, 10];      // of the clamp, under the plate: how far out, how thick
held = 5;              // of the ledge, over the nuts of the plate's screws
joint = [30, 24];      // these screws: how far out, how far apart
plate_wide = 78;
rib = [4, 8];

// The arm: it turns round a screw in the ear of the clamp, past the clamp's own screw, and carries the box as the plate does.
pivot = [-18, 32];     // from the corner: outwards, and to the side on which the arm passes
arm_long = 137;        // from the pivot to the middle of the box
arm_aside = 16;        // the box farther from the clamp's screw, so that it comes to lie under the corner's middle
arm_thick = 6;
arm_wide = 78;         // under the box
boss = 22;             // between ear and arm: the lid passes under the top
arm_top = 36;          // the thickest top for it
ear = 20;              // of the clamp, beside it

floor_at = lid_over - box_high;                     // from the top of the table
ledge_at = floor_at - plate;
below = jaw[1] + pad_high + nut[1];                 // from the top of the table to the arm
middle = near + box_deep / 2;
far = middle + 10;
lifted = bolt_long - arm;                           // of the screw over the arm, turned in as far as it goes
box_wide = 145;
arm_lid = below + arm + boss - box_high;            // the lid under the top of the table, on the arm
swung_near = arm_long - pivot[0] - box_deep / 2;    // the near side of the box from the corner, swung in

assert(lifted + pad_high > below - jaw[0], "the screw reaches the thinnest top");
assert(reach - 9 > 0 && reach < wide / 2 - 1, "the pad presses under the corner");
assert(plate - small_head[1] + held + small_nut[1] <= small_long, "the plate's screws fill their nuts");
assert(plate + box_floor + small_nut[1] <= small_long, "the box's screws fill their nuts under the plate");
assert(small_head[1] < box_stand - 2, "the heads of the box's screws, which lie in it, clear the board");
assert(joint[1] / 2 + small_nut[0] < wide / 2, "the nuts lie in the ledge");
assert(near - spine >= plug_room, "the plug of the near side and the bend of its lead lie before the clamp");
assert(joint[0] + small_head[0] / 2 < near, "the box hides no screw of the plate");
assert(arm_lid > arm_top + 2, "the lid passes under the top");
assert(pivot[1] - 30 / 2 > 11 / cos(30) / 2 + 5, "the arm passes the clamp's screw");
assert(swung_near > abs(pivot[1] - arm_aside) + box_wide / 2, "swung in, the box lies wholly under the top");
assert(arm_long + pivot[0] - box_deep / 2 >= plug_room, "swung out, the plug of the near side and its bend have room");
assert(arm + boss + arm_thick <= bolt_long, "the pivot's screw fills its nut");
assert(arm_thick + box_floor + small_nut[1] <= small_long, "the box's screws fill their nuts under the arm");
assert(plate_wide / 2 > holes_apart / 2 + 6, "the plate is wider than the holes of the box");

// Seen from the side: x outwards from the corner, y over the top of the table.
module profile() polygon([
    [-inwards, 0], [-inwards, lip], [spine - 4, lip], [spine, lip - 4], [spine, ledge_at], [ledge[0], ledge_at],
    [ledge[0], ledge_at - ledge[1]], [spine + 6, -below - arm], [-inwards, -below - arm], [-inwards, -below], [-wide / 2 - 2, -below], [-wide / 2 - 2, 0],
]);

module clamp() difference() {
    union() {
        translate([0, 0, -wide / 2]) linear_extrude(wide, convexity = 6) profile();
        translate([pivot[0] - 15, -below - arm, wide / 2 - 0.1]) cube([30, arm, ear + 0.1]);
    }
    // the pivot of the arm, its nut in a pocket from above
    translate([pivot[0], -below + 1, pivot[1]]) rotate([90, 0, 0]) {
        cylinder(d = bolt, h = arm + 2, $fn = 32);
        cylinder(d = nut[0] / cos(30), h = nut[1] + 1, $fn = 6);
    }
    // the corner of the table, and room for a splinter of it
    rotate([90, 0, 0]) linear_extrude(below) polygon([[-90, -90], [0, 0], [-90, 90]]);
    rotate([90, 0, 0]) cylinder(d = 4, h = below, $fn = 24);
    translate([-reach, -below + 1, 0]) rotate([90, 0, 0]) cylinder(d = bolt, h = arm + 2, $fn = 32);
    translate([-reach, -below + 1, 0]) rotate([90, 0, 0]) cylinder(d = nut[0] / cos(30), h = nut[1] + 1, $fn = 6);
    for (z = [-joint[1] / 2, joint[1] / 2]) translate([joint[0], 0, z]) rotate([90, 0, 0]) {
        translate([0, 0, -ledge_at - 1]) cylinder(d = small_bolt, h = 60, $fn = 24);
        translate([0, 0, held - ledge_at]) cylinder(d = small_nut[0] / cos(30), h = 60, $fn = 6);
    }
}

// As it is printed: x outwards from the corner, its upper side on z = 0.
module shelf_plate() difference() {
    union() {
        translate([spine + 0.5, -plate_wide / 2, 0]) cube([far - spine - 0.5, plate_wide, plate]);
        for (side = [-1, 1]) translate([spine + 0.5, side * (wide / 2 + 0.5 + rib[0] / 2) - rib[0] / 2, 0]) cube([middle - 12 - spine, rib[0], plate + rib[1]]);
    }
    for (y = [-holes_apart / 2, holes_apart / 2]) translate([middle, y, -1]) cylinder(d = small_bolt, h = plate + 2, $fn = 24);
    for (y = [-joint[1] / 2, joint[1] / 2]) translate([joint[0], y, -1]) {
        cylinder(d = small_bolt, h = plate + 2, $fn = 24);
        cylinder(d = small_head[0], h = small_head[1] + 1, $fn = 32);
    }
}

// As it is printed: its lower side on z = 0, x from the pivot to the box, y away from the clamp's screw; the ribs end before the box.
module shelf_arm() difference() {
    union() {
        hull() {
            cylinder(d = 30, h = arm_thick, $fn = 64);
            translate([arm_long - 16, arm_aside - arm_wide / 2, 0]) cube([32, arm_wide, arm_thick]);
        }
        cylinder(d = 30, h = arm_thick + boss, $fn = 64);
        for (y = [-9, 9]) hull() for (x = [0, arm_long - box_deep / 2 - 4]) translate([x, y + x * arm_aside / arm_long, 0])
            cylinder(d = rib[0], h = arm_thick + 10, $fn = 24);
    }
    translate([0, 0, -1]) cylinder(d = bolt, h = boss + arm_thick + 2, $fn = 32);
    for (y = [-holes_apart / 2, holes_apart / 2]) translate([arm_long, arm_aside + y, -1]) cylinder(d = small_bolt, h = arm_thick + 2, $fn = 24);
}

module pad() difference() {
    cylinder(d = 18, h = pad_high, $fn = 48);
    translate([0, 0, 2]) cylinder(d = bolt, h = pad_high, $fn = 32);
}

if (part == "clamp") {
    translate([0, 0, wide / 2]) clamp();
    translate([30, -15, 0]) pad();
}
if (part == "plate") shelf_plate();
if (part == "arm") shelf_arm();

// What is round them, only in the pictures: x outwards from the corner, z over the top.
top_thick = 22;
module at_corner() color("dimgray") rotate([90, 0, 0]) render() clamp();
module plate_at(up = 0) color("gray") translate([0, 0, floor_at + up]) rotate([180, 0, 0]) render() shelf_plate();
module corner_of_table() color("burlywood") translate([0, 0, -top_thick]) linear_extrude(top_thick - 0.2) polygon([[-175, -175], [-0.5, 0], [-175, 175]]);
module nearest_corner() color("burlywood") translate([0, 0, -top_thick]) linear_extrude(top_thick - 0.2) polygon([[-75, -75], [-0.5, 0], [-75, 75]]);
module pad_at() color("dimgray") translate([-reach, 0, -top_thick - pad_high]) pad();
module screw_at(down = 0) color("silver") translate([-reach, 0, -top_thick - pad_high + 2 - bolt_long - down]) {
    cylinder(d = 6, h = bolt_long, $fn = 32);
    translate([0, 0, -4]) cylinder(d = 11, h = 4, $fn = 6);
}
module nut_at(up = 0) color("gold") translate([-reach, 0, -below - nut[1] + up]) cylinder(d = nut[0] / cos(30) - 0.3, h = nut[1], $fn = 6);
module box(up = 0) color([0.35, 0.42, 0.5, 0.6]) translate([near, -box_wide / 2, floor_at + 0.2 + up]) cube([box_deep, box_wide, box_high]);
module plate_screws(up = 0) color("silver") for (y = [-joint[1] / 2, joint[1] / 2]) translate([joint[0], y, floor_at - small_head[1] + up]) {
    cylinder(d = 7, h = small_head[1], $fn = 24);
    translate([0, 0, small_head[1] - small_long]) cylinder(d = 4, h = small_long, $fn = 24);
}
module box_screws(x, y, z, down = 0) for (side = [-1, 1]) translate([x, y + side * holes_apart / 2, z]) {
    color("silver") translate([0, 0, box_floor - small_long]) cylinder(d = 4, h = small_long, $fn = 24);
    color("gold") translate([0, 0, -plate - small_nut[1] - down]) cylinder(d = 7.5, h = small_nut[1], $fn = 6);
}
module swung(out, down = 0, with_box = true) translate([pivot[0], -pivot[1], -below - arm - boss - arm_thick - down]) mirror([0, 1, 0]) rotate(out) {
    color("gray") render() shelf_arm();
    box_screws(arm_long, arm_aside, arm_thick);
    if (with_box) color([0.35, 0.42, 0.5, 0.6]) translate([arm_long - box_deep / 2, arm_aside - box_wide / 2, arm_thick + 0.2]) cube([box_deep, box_wide, box_high]);
}
module pivot_screw(down = 0) color("silver") translate([pivot[0], -pivot[1], -below - arm - boss - arm_thick - down]) {
    translate([0, 0, -4]) cylinder(d = 11, h = 4, $fn = 6);
    cylinder(d = 6, h = bolt_long, $fn = 32);
}
module tied(y) {
    color("firebrick") translate([spine + 3, y, -160]) cylinder(d = 5, h = 110, $fn = 24);
    color("firebrick") translate([spine + 3, y, -50]) rotate([0, 30, 0]) cylinder(d = 5, h = 20, $fn = 24);
}
if (part == "both") { screw_at(); at_corner(); pad_at(); plate_at(); nearest_corner(); box(); }
if (part == "step 1") { at_corner(); plate_at(30); plate_screws(55); color("gold") for (y = [-1, 1]) translate([joint[0], y * joint[1] / 2, ledge_at - ledge[1] - 18]) cylinder(d = 7.5, h = small_nut[1], $fn = 6); }
if (part == "step 2") { at_corner(); plate_at(); plate_screws(); box(40); box_screws(middle, 0, floor_at + 40, 60); }
if (part == "step 3") { at_corner(); plate_at(); box(); nut_at(22); screw_at(38); }
if (part == "step 4") { at_corner(); plate_at(); box(); nut_at(); screw_at(); pad_at(); nearest_corner(); }
if (part == "step 5") { at_corner(); plate_at(); box(); screw_at(); pad_at(); nearest_corner(); for (y = [-12 : 6 : 12]) tied(y); color("black") translate([spine - 2, -wide / 2 - 1, -75]) cube([9, wide + 2, 5]); }
if (part == "arm step 1") { at_corner(); color("gold") translate([pivot[0], -pivot[1], -below + 14]) cylinder(d = nut[0] / cos(30) - 0.3, h = nut[1], $fn = 6); swung(0, 12, false); pivot_screw(40); }
if (part == "arm step 2") { at_corner(); swung(0); pivot_screw(); nut_at(); screw_at(); pad_at(); nearest_corner(); }
if (part == "arm step 3") { at_corner(); swung(180); pivot_screw(); nut_at(); screw_at(); pad_at(); corner_of_table(); }
