// Holds the centre box at a corner of the table, turned by 45 degrees: a clamp whose notch takes the corner, and a plate on it.
// The clamp is printed on its side, the plate with its upper side down; neither needs support.
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

floor_at = lid_over - box_high;                     // from the top of the table
ledge_at = floor_at - plate;
below = jaw[1] + pad_high + nut[1];                 // from the top of the table to the arm
middle = near + box_deep / 2;
far = middle + 10;
lifted = bolt_long - arm;                           // of the screw over the arm, turned in as far as it goes

assert(lifted + pad_high > below - jaw[0], "the screw reaches the thinnest top");
assert(reach - 9 > 0 && reach < wide / 2 - 1, "the pad presses under the corner");
assert(plate - small_head[1] + held + small_nut[1] <= small_long, "the plate's screws fill their nuts");
assert(plate + box_floor + small_nut[1] <= small_long, "the box's screws fill their nuts under the plate");
assert(small_head[1] < box_stand - 2, "the heads of the box's screws, which lie in it, clear the board");
assert(joint[1] / 2 + small_nut[0] < wide / 2, "the nuts lie in the ledge");
assert(near - spine >= plug_room, "the plug of the near side and the bend of its lead lie before the clamp");
assert(joint[0] + small_head[0] / 2 < near, "the box hides no screw of the plate");
assert(plate_wide / 2 > holes_apart / 2 + 6, "the plate is wider than the holes of the box");

// Seen from the side: x outwards from the corner, y over the top of the table.
module profile() polygon([
    [-inwards, 0], [-inwards, lip], [spine - 4, lip], [spine, lip - 4], [spine, ledge_at], [ledge[0], ledge_at],
    [ledge[0], ledge_at - ledge[1]], [spine + 6, -below - arm], [-inwards, -below - arm], [-inwards, -below], [-wide / 2 - 2, -below], [-wide / 2 - 2, 0],
]);

module clamp() difference() {
    translate([0, 0, -wide / 2]) linear_extrude(wide) profile();
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

module pad() difference() {
    cylinder(d = 18, h = pad_high, $fn = 48);
    translate([0, 0, 2]) cylinder(d = bolt, h = pad_high, $fn = 32);
}

if (part == "clamp") {
    translate([0, 0, wide / 2]) clamp();
    translate([30, -15, 0]) pad();
}
if (part == "plate") shelf_plate();
// With a table's corner and the box, only in the picture.
if (part == "both") {
    color("silver") translate([-reach, 0, -below + 22 + 2 - bolt_long]) cylinder(d = 6, h = bolt_long, $fn = 32);
    color("dimgray") rotate([90, 0, 0]) render() clamp();
    color("dimgray") translate([-reach, 0, -below + 22]) pad();
    color("gray") translate([0, 0, floor_at]) rotate([180, 0, 0]) render() shelf_plate();
    color("burlywood") translate([0, 0, -22]) linear_extrude(21.8) polygon([[-75, -75], [-0.5, 0], [-75, 75]]);
    color([0.35, 0.42, 0.5, 0.45]) translate([near, -145 / 2, floor_at + 0.2]) cube([box_deep, 145, box_high]);
}
