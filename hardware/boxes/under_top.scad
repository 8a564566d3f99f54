// The centre box under the middle of a table, only in pictures: one for each step of MOUNTING. z is up; the table's middle is at 0.
include <parts.scad>
part = "step 1";
plain = false;

top_thick = 22;
high = 700;            // of the table, over the ground
knees = 600;
tape = [20, 100, 6];   // a strip of hook tape: wide, long, and both halves high
box_size = [145, 123.22, 49];
plug = 35;             // with the bend of its lead

module underside() color("burlywood") translate([-190, -190, 0]) cube([380, 380, top_thick]);
module strips() color("black") for (y = [-1, 1]) translate([-tape[1] / 2, y * (box_size[1] / 2 - tape[0] / 2 - 1) - tape[0] / 2, -tape[2]]) cube([tape[1], tape[0], tape[2]]);
module box(shade = 1) color([0.35, 0.42, 0.5, shade]) translate([-box_size[0] / 2, -box_size[1] / 2, -tape[2] - box_size[2]]) cube(box_size);
module letters() color("white") for (side = [0 : 3]) rotate(side * 90 - 90) translate([side % 2 ? box_size[0] / 2 - 14 : box_size[1] / 2 - 14, 0, -tape[2] - box_size[2] - 0.6])
    rotate([180, 0, 0]) linear_extrude(0.6) text(["E", "N", "W", "S"][side], size = 20, halign = "center", valign = "center", font = "DejaVu Sans:style=Bold", $fn = 4);
module leads(out) for (side = [0 : 3]) color("firebrick") rotate(side * 90) translate([side % 2 ? box_size[1] / 2 : box_size[0] / 2, 0, -tape[2] - 24]) rotate([0, 90, 0]) cylinder(d = 6, h = out, $fn = 24);
module ties() color("black") for (side = [0 : 3]) rotate(side * 90) translate([box_size[0] / 2 + 80, -5, -tape[2] - 30]) cube([22, 10, 14]);
module frame() color("peru") for (side = [0 : 3]) rotate(side * 90) translate([box_size[0] / 2 + 82, -170, -46]) cube([18, 340, 46]);
module arrow(from, to) color("firebrick") {
    translate([0, 0, from]) cylinder(d = 3, h = to - from, $fn = 16);
    translate([0, 0, from]) cylinder(d1 = 0, d2 = 14, h = 18, $fn = 24);
    translate([0, 0, to - 18]) cylinder(d1 = 14, d2 = 0, h = 18, $fn = 24);
}

if (part == "step 1") {
    underside();
    box();
    color("gainsboro") translate([-260, -190, -high + top_thick - 8]) cube([520, 380, 8]);
    translate([-130, -190, 0]) arrow(-high + top_thick, 0);
    color("lightsteelblue") translate([60, -190, -high + top_thick]) cube([110, 380, knees]);
    color("firebrick") translate([-115, -190, -380]) rotate([90, 0, 0]) linear_extrude(1) text("A", size = 40, font = "DejaVu Sans:style=Bold", $fn = 4);
    color("black") translate([85, -190.5, -380]) rotate([90, 0, 0]) linear_extrude(1) text("B", size = 40, font = "DejaVu Sans:style=Bold", $fn = 4);
}
if (part == "step 2") { box(); strips(); }
if (part == "step 3") { underside(); translate([0, 0, -60]) { box(); strips(); letters(); } color("firebrick") translate([0, 0, -22]) mirror([0, 0, 1]) { cylinder(d = 5, h = 16, $fn = 16); } }
if (part == "step 4") { underside(); box(); letters(); frame(); leads(110); ties(); }
if (part == "step 5") { underside(); box(); letters(); frame(); leads(110); ties(); color("firebrick") translate([0, 0, -150]) { translate([0, 0, 18]) cylinder(d = 5, h = 75, $fn = 16); cylinder(d1 = 0, d2 = 18, h = 20, $fn = 24); } }
