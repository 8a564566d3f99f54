// Centre box: the Pico's board, a jack in each of the four sides, the round marker and two buttons in the lid.
// Two prints, neither needs support: "body" stands on its floor, "lid" lies on its outer side; "keepers" hold piezo and sensor.
include <parts.scad>
include <fixings.scad>
part = "both";
plain = false;         // fit checks leave out what is only engraved
slack = 0;                        // fit checks grow what is in the box by this much

wall = 2.4;
lid_thick = 3.0;
stand = 6;                        // posts under the board
board_hole = wall + stand + pcb_thick - screw_long - 0.3;   // how deep the holes in them begin: a screw must not stand on their ground
clear = 4.6;                      // between board and wall: the jacks stand 3.8 over the edge
jack_over = 3.81;
headroom = 36;                    // from the board to the lid
inside = [pcb_centre[0] + 2 * clear, pcb_centre[1] + 2 * clear];
outside = inside + [2 * wall, 2 * wall];
high = wall + stand + pcb_thick + headroom;  // without the lid
jack_z = wall + stand + pcb_thick;
cell = [3 * pixels_pitch + 2, 15];           // one wind: three pixels behind one letter
chamber = 9;                                 // pixels to lid, so that the three melt into one
centre = outside / 2;
ring = 43;                                   // from the middle to the letters
table_at = centre + [0, 0];
post = wall + clear - 0.3;                   // the lid's posts fill the corners beside the board
screw_in = 3.9;
screw_at = [for (x = [screw_in, outside[0] - screw_in], y = [screw_in, outside[1] - screw_in]) [x, y]];
winds = [["E", 0], ["S", 90], ["W", 180], ["N", 270]];     // in turn order, against the clock as players sit
undo = centre + [-19, 16];                   // behind the Pico
sensor = centre + [19, 16];
piezo = centre + [18, -18];
holes = pcb_centre_holes;
usb_hole = [usb_c_plug[0] + 1, usb_c_plug[1] + 1];   // the plug's shell goes through the wall
board_at = [wall + clear, wall + clear, wall + stand];

feet_at = [for (x = [22, outside[0] - 22], y = [22, outside[1] - 22]) [x, y]];   // beside the screws' holes, which need the floor

assert(board_hole >= 0.6, "the floor is closed under the board's screws");
for (f = feet_at) for (h = holes) assert(norm(f - [board_at[0], board_at[1]] - h) > foot_across / 2 + 1.3 + 1, "no foot lies under a screw's hole");
assert(len(screw_at) + len(holes) + 4 == screws_centre, "as many screws as are ordered");
assert(jack_z + jack_high + 6 < high, "the jacks fit under the lid");
assert(clear > jack_over + 0.5, "the jacks pass the walls while the board goes in");
assert(post < wall + clear - 0.2, "the lid's posts clear the board");
assert(screw_in - 1.3 > 2.4 && post - screw_in - 1.3 > 1.4, "there is plastic round the lid's screws");
assert(abs(centre[0] - usb_x - 6.5) > jack_wide / 2 + 8, "the USB socket clears the jack of East");
assert(supply_x - usb_hole[0] / 2 > post + 2 && supply_x + usb_hole[0] / 2 < usb_x - 3, "the USB-C plug clears the post and the other plug");
assert(usb_hole[0] - usb_c_plug[0] > 0.5 && usb_hole[1] - usb_c_plug[1] > 0.5, "the housing of the USB-C plug goes through the wall: its shell of 6.65 mm alone would not reach");
assert(high - jack_z - 22 > 0, "the Pico on its sockets (16 mm) and its cable fit under the lid");
assert(high - jack_z > table_key_deep - lid_thick, "the TABLE button does not touch the board");
assert(ring - cell[1] / 2 > table_key_flange / 2 + 2, "the letters clear the TABLE button");
assert(cell[0] < 2 * (ring - cell[1] / 2), "the four cells do not meet in the corners");
assert(ring + cell[1] / 2 + 3 < centre[1] - wall, "the letters fit on the lid");
assert(norm(undo - centre) > (table_key_flange + undo_key_flange) / 2 + 2, "UNDO stands apart from TABLE");
assert(ring - cell[1] / 2 - 1.6 > max(abs(undo[0] - centre[0]), abs(undo[1] - centre[1])) + undo_key_hole / 2, "UNDO clears the letters");

module body() {
    difference() {
        union() {
            difference() {
                cube([outside[0], outside[1], high]);
                translate([wall, wall, wall]) cube([inside[0], inside[1], high]);
            }
            for (x = [0, outside[0] - post], y = [0, outside[1] - post]) translate([x, y, 0]) cube([post, post, high]);
            for (h = holes) translate([wall + clear + h[0], wall + clear + h[1], wall - 0.1]) cylinder(d = 7, h = stand + 0.1, $fn = sides(32));
        }
        for (p = screw_at) translate([p[0], p[1], high - 12]) cylinder(d = 2.6, h = 20, $fn = sides(24));
        for (h = holes) translate([wall + clear + h[0], wall + clear + h[1], board_hole]) cylinder(d = 2.6, h = wall + stand, $fn = sides(24));
        sides() {
            translate([-jack_wide / 2, -1, jack_z - 0.5]) cube([jack_wide, wall + 2, jack_high + 0.5]);
        }
        // supply and data, in the side of East
        translate([usb_x, -1, jack_z + 8.8]) cube([13, wall + 2, 9]);
        translate([supply_x - usb_hole[0] / 2, -1, jack_z + usb_c_high / 2 - usb_hole[1] / 2]) cube([usb_hole[0], wall + 2, usb_hole[1]]);
        if (!plain) walls_legend(2);
        if (!plain) for (f = feet_at) translate([f[0], f[1], -0.1]) cylinder(d = foot_across + 0.4, h = 1.1, $fn = sides(40));
        for (x = [-30, 30]) translate([centre[0] + x, centre[1], -1]) cylinder(d = 4.2, h = wall + 2, $fn = sides(24));
        // air
        if (!plain) for (i = [-3:3]) translate([centre[0] + i * 8 - 1, centre[1] + 20, -1]) cube([2, 18, wall + 2]);
    }
}

// What is written on the walls, `deep` millimetres thick from 0.6 under the surface.
module walls_legend(deep) {
    sides() for (line = [["NOT", 11.5], ["ETHERNET", 4.5]]) translate([0, 0.6, jack_z + jack_high + line[1]]) rotate([90, 0, 0])
        linear_extrude(deep) text(line[0], size = 3.8, halign = "center", valign = "center", font = "DejaVu Sans:style=Bold", $fn = 4);
    translate([supply_x, 0.6, jack_z + 8]) rotate([90, 0, 0]) linear_extrude(deep) text("5 V", size = 5, halign = "center", font = "DejaVu Sans:style=Bold", $fn = 4);
    translate([usb_x + 6.5, 0.6, jack_z + 1]) rotate([90, 0, 0]) linear_extrude(deep) text("USB", size = 5, halign = "center", font = "DejaVu Sans:style=Bold", $fn = 4);
}
usb_x = wall + clear + pico_x - 6.5;
supply_x = wall + clear + usb_c_x;

// What each of the four sides has, at the middle of its wall seen from outside.
module sides() for (w = winds) translate([centre[0], centre[1], 0]) rotate(w[1])
    translate([0, w[1] % 180 == 0 ? -centre[1] : -centre[0], 0]) children();

// The lid without its openings.
module lid_whole() {
    cube([outside[0], outside[1], lid_thick]);
    translate([wall + 0.4, wall + 0.4, -2]) difference() {
        cube([inside[0] - 0.8, inside[1] - 0.8, 2.1]);
        translate([1.6, 1.6, -1]) cube([inside[0] - 4, inside[1] - 4, 4]);
        for (x = [-20, outside[0] - 2 * wall - post - 0.4], y = [-20, outside[1] - 2 * wall - post - 0.4]) translate([x, y, -1]) cube([20 + post - wall + 0.4 + 0.4, 20 + post - wall + 0.4 + 0.4, 4]);
    }
    at_piezo() studs(piezo_holder);
    at_sensor() studs(sensor_holder);
    cells() translate([-cell[0] / 2 - 1.2, -cell[1] / 2 - 1.2, -chamber]) cube([cell[0] + 2.4, cell[1] + 2.4, chamber + 0.1]);
}

module lid() {
    difference() {
        lid_whole();
        cells() {
            translate([-cell[0] / 2, -cell[1] / 2, -chamber - 1]) cube([cell[0], cell[1], chamber + 1]);
            if (!plain) translate([0, 0, -1]) linear_extrude(10) openings();
        }
        at_piezo() stud_holes(piezo_holder);
        at_sensor() stud_holes(sensor_holder);
        translate([table_at[0], table_at[1], -1]) cylinder(d = table_key_hole + 0.4, h = 10, $fn = sides(72));
        translate([undo[0], undo[1], -1]) cylinder(d = undo_key_hole, h = 10, $fn = sides(48));
        translate([undo[0], undo[1], 1.6]) cylinder(d = undo_key_flange + 1, h = 10, $fn = sides(48));   // sunk: not pressed by a sleeve
        translate([sensor[0], sensor[1], -1]) cylinder(d = photo_hole, h = 10, $fn = sides(32));
        for (i = [0:5]) translate([piezo[0], piezo[1], 0]) rotate(i * 60) translate([4, 0, -1]) cylinder(d = 2.4, h = 10, $fn = sides(20));
        for (p = screw_at) translate([p[0], p[1], -1]) {
            cylinder(d = 3.4, h = 10, $fn = sides(24));
            translate([0, 0, 1 + lid_thick - 1.6]) cylinder(d = 6.4, h = 5, $fn = sides(32));
        }
        if (!plain) translate([0, 0, lid_thick - 0.6]) linear_extrude(2) legend();
    }
}

// Where the keepers of piezo and sensor lie, clear of the TABLE button and of the cells.
module at_piezo() translate([piezo[0], piezo[1], 0]) rotate(45) children();
module at_sensor() translate([sensor[0], sensor[1], 0]) rotate(90) children();

// The four cells, each turned to its player.
module cells() for (w = winds) translate([centre[0], centre[1], 0]) rotate(w[1]) translate([0, -ring, 0]) { $wind = w[0]; children(); }

// Where light comes out of a cell: the letter, and a bar to its left and right.
module openings() {
    text($wind, size = 11, halign = "center", valign = "center", font = "DejaVu Sans:style=Bold", $fn = 4);
    for (x = [-19, 19]) translate([x, 0]) offset(1.2, $fn = sides(24)) square([7, 0.1], center = true);
}

// The engraved words.
module legend() {
    translate([undo[0] - 5.5, undo[1] - 11.5]) text("UNDO", size = 3.4, halign = "center", valign = "center", font = "DejaVu Sans:style=Bold", $fn = 4);
    translate([centre[0], centre[1] + 18]) text("TABLE", size = 4, halign = "center", valign = "center", font = "DejaVu Sans:style=Bold", $fn = 4);
}

module guests() {
    color("royalblue") translate([table_at[0], table_at[1], lid_thick]) { cylinder(d = table_key_flange, h = 2, $fn = sides(64)); cylinder(d = 20, h = 6, $fn = sides(64)); }
    color("silver") translate([undo[0], undo[1], 1.6]) cylinder(d = undo_key_flange, h = 1.4, $fn = sides(48));
    color("firebrick") translate([undo[0], undo[1], 1.6]) cylinder(d = 8, h = 4, $fn = sides(48));
    cells() color($wind == "E" ? "gold" : "lightgray") linear_extrude(lid_thick + 0.05) openings();
    color("white") translate([0, 0, lid_thick - 0.6]) linear_extrude(0.65) legend();
}

if (part == "body") body();
if (part == "lid") translate([0, outside[1], lid_thick]) rotate([180, 0, 0]) lid();
if (part == "both") {
    color("dimgray") body();
    color("white") walls_legend(0.65);
    translate([0, 0, high]) { color("slategray") lid(); guests(); }
}
// The board with all that stands on it, as blocks; with `up` as high as the way they take when the board goes in.
module board(up = 0) translate(board_at) {
    color("darkgreen") difference() {
        translate([-slack, -slack, slack > 0 ? 0.2 : 0]) cube([pcb_centre[0] + 2 * slack, pcb_centre[1] + 2 * slack, pcb_thick + up - (slack > 0 ? 0.2 : 0)]);
        if (up == 0) drilled(holes);
    }
    blocks(pcb_centre_bodies, up);
}

// What hangs under the lid, each by what `step` of the building has it there: strips, buttons with their lugs, sensor, piezo.
module under_lid(step = 9) translate([0, 0, high]) {
    cells() color("whitesmoke") translate([-cell[0] / 2 + 0.5, -pixels_strip / 2, -chamber + 0.2]) cube([cell[0] - 1, pixels_strip, 2.6]);
    if (step > 2) {
        color("royalblue") translate([table_at[0], table_at[1], lid_thick - table_key_deep]) cylinder(d = over(table_key_hole + 2 * slack, 48), h = table_key_deep - lid_thick - 0.1, $fn = sides(48));
        color("firebrick") translate([undo[0], undo[1], 1.6 - undo_key_deep]) cylinder(d = over(undo_key_hole - 0.2 + 2 * slack, 48), h = undo_key_deep - 2, $fn = sides(48));
    }
    if (step > 3) {
        color("gold") at_piezo() keeper(piezo_holder);
        color("gold") at_sensor() keeper(sensor_holder);
        color("black") translate([piezo[0], piezo[1], -piezo_deep - 0.1]) cylinder(d = over(piezo_across, 48), h = piezo_deep, $fn = sides(48));
        color("black") translate([sensor[0], sensor[1], -photo_keeper_flange]) cylinder(d = over(5.9, 32), h = photo_keeper_flange - 0.02, $fn = sides(32));
        color("lightblue") translate([sensor[0], sensor[1], -0.05]) cylinder(d = over(photo_hole - 0.3, 32), h = 2.9, $fn = sides(32));
        color("silver") for (x = [-1.27, 1.27]) translate([sensor[0], sensor[1] + x, -16]) cylinder(d = 0.6, h = 15, $fn = sides(8));
    }
}
module keeper_screws_under_lid() translate([0, 0, high]) {
    at_piezo() keeper_screws(piezo_holder);
    at_sensor() keeper_screws(sensor_holder);
}
module closing_screws() for (p = screw_at) translate([p[0], p[1], high + lid_thick - 1.6]) screw();
module board_screws() for (h = holes) translate([board_at[0] + h[0], board_at[1] + h[1], wall + stand + pcb_thick]) screw();

// A plug in every socket, as far in as it goes.
module plugs() {
    sides() translate([-5.9, -20, jack_z + 1.5]) cube([11.8, 20 + wall + clear - jack_over - slack - 0.01, 9]);
    translate([supply_x - usb_c_plug[0] / 2, -20, jack_z + usb_c_high / 2 - usb_c_plug[1] / 2]) cube([usb_c_plug[0], 20 + wall + clear - usb_c_over_edge - slack - 0.01, usb_c_plug[1]]);
    translate([usb_x + 6.5 - 5.3, -20, jack_z + 13.3 - 4]) cube([10.6, 20 + wall + clear - 2 - slack, 8]);
}

if (part == "keepers") { keeper_print(piezo_holder); translate([0, 16, 0]) keeper_print(sensor_holder); }
if (part == "open") {
    color("dimgray") body();
    color("white") walls_legend(0.65);
    board();
    board_screws();
    translate([0, 0, high + 60]) { color("slategray") lid(); guests(); }
}
// The prints as they come from the bed.
if (part == "prints") {
    color("dimgray") body();
    color("slategray") translate([0, -14, lid_thick]) rotate([180, 0, 0]) lid();
    color("gold") translate([outside[0] + 26, 20, 0]) { keeper_print(piezo_holder); translate([0, 16, 0]) keeper_print(sensor_holder); }
}
// Views of the same while it is put together, one for each step of BUILD.
module laid_down(step) translate([0, outside[1], lid_thick]) rotate([180, 0, 0]) {
    color("slategray") lid();
    color("firebrick") cells() translate([0, 0, -chamber]) rotate([180, 0, 0]) linear_extrude(0.3) text($wind, size = 8, halign = "center", valign = "center", font = "DejaVu Sans:style=Bold", $fn = 4);
    translate([0, 0, -high]) { under_lid(step); if (step > 3) keeper_screws_under_lid(); }
}
if (part == "step 1") laid_down(1);
if (part == "step 2") { color("dimgray") body(); board(); translate([board_at[0], board_at[1], wall + stand + pcb_thick]) plug_names(plugs_centre, 14); }
if (part == "step 3") laid_down(3);
if (part == "step 4") laid_down(4);
if (part == "step 5") { color("dimgray") body(); color("white") walls_legend(0.65); translate([0, 0, 45]) { board(); translate([0, 0, 14]) board_screws(); } }
if (part == "step 9") { color("dimgray") body(); color("white") walls_legend(0.65); translate([0, 0, high]) { color("slategray") lid(); guests(); } translate([0, 0, 16]) closing_screws(); }
