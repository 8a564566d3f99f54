// Seat box: a console whose face leans towards the player. Two prints, neither needs support:
// "body" stands on its floor, "face" lies on its outer side. "keeper" holds the lamp. part = "both" shows them together.
include <parts.scad>
include <fixings.scad>
part = "both";
plain = false;         // fit checks leave out what is only engraved
slack = 0;             // fit checks grow what is in the box by this much

wall = 2.4;            // all walls and the floor
face_thick = 3.0;      // also the recess of the display, against glare
gap = 0.3;             // between face and body, all around
wide = 136;            // left to right
slant = 82;            // of the face, front to back
front = 22;            // height of the front wall
tilt = tilt_degrees;
deep = slant * cos(tilt);
back = front + slant * sin(tilt);

// Places on the face, from its lower left corner as the player sees it.
riichi_at = [28.5, 40];
lamp_at = [28.5, 65.5];
panel_at = [84, 52];
clamp_at = [for (x = [-1, 1], y = [-4, 14]) [panel_at[0] + x * (panel_module[0] / 2 + 4.2), panel_at[1] + y]];   // studs whose washers hold the display
keys_at = [panel_at[0], 16];           // middle of the row of four
screw_at = [[7, 7], [wide - 7, 7], [7, slant - 12], [wide - 7, slant - 12]];
window = panel_active + [1.5, 1.5];

// The board lies on the floor behind the RIICHI button's right, its jack in the back wall.
board_at = [wide - 7 - 5.5 - 1 - pcb_seat[0], deep - wall - 1 - pcb_seat[1]];
stand = 5;                             // height of the posts under the board
board_hole = wall + stand + pcb_thick - screw_long - 0.3;   // how deep the holes in them begin: a screw must not stand on their ground
jack_at = [board_at[0] + (pcb_seat_bodies[0][0] + pcb_seat_bodies[0][2]) / 2, wall + stand + pcb_thick];

// What must fit, or the model does not render.
assert(tilt >= 35 && tilt <= 45, "the face leans 35 to 45 degrees");
assert(window[0] > panel_active[0] && window[0] < panel_module[0] - 3, "the window shows all pixels and hides the edge");
assert(window[1] > panel_active[1] && window[1] < panel_module[1] - 3, "the window shows all pixels and hides the edge");
assert(panel_at[0] + panel_module[0] / 2 < wide - wall - 3, "the display fits between the walls");
assert(panel_at[1] + panel_module[1] / 2 < slant - 4, "the display fits under the upper edge");
assert(panel_at[1] - panel_module[1] / 2 > keys_at[1] + key_cap / 2 + 6, "the keys stay clear of the display");
assert(riichi_at[0] + riichi_key_flange / 2 + 2 < keys_at[0] - 1.5 * key_pitch - key_cap / 2, "RIICHI stands alone");
assert(riichi_at[0] + riichi_key_flange / 2 + 2 < panel_at[0] - panel_module[0] / 2, "RIICHI clears the display");
assert(key_pitch >= 14 && key_cap >= 10, "keys wide enough to find blind");
for (i = [0:3]) assert(abs((i - 1.5) * key_pitch - (i - 1.5) * panel_active[0] / 4 - panel_offset[0]) < 1.5, "every key stands under its quarter of the display");
assert(abs(board_at[0] + pcb_seat_bodies[0][0] - (jack_at[0] - jack_wide / 2 + 0.35)) < 0.5, "the jack's window is where the jack is");
assert(norm(clamp_at[0] - riichi_at) > riichi_key_flange / 2 + 1.3 + 3.2, "the RIICHI button's nut clears the display's studs");
assert(lamp_at[1] - riichi_at[1] > riichi_key_flange / 2 + lamp_hole / 2 + 3, "the lamp clears the RIICHI button");
// The far end of the RIICHI button, 20 mm across, as height over the outside of the floor and distance from the front.
function end_height(y) = front + (y - 10) * sin(tilt) - (riichi_key_deep - face_thick) * cos(tilt);
function end_from_front(y) = (y + 10) * cos(tilt) + (riichi_key_deep - face_thick) * sin(tilt);
assert(end_height(riichi_at[1]) > wall + 1, "the RIICHI button does not touch the floor");
assert(end_from_front(riichi_at[1]) < deep - wall - 1, "the RIICHI button does not touch the back wall");
assert(strip_at[0] + pcb_keys[0] + 1 < wide - 7 - 5.5, "the key strip clears the screw post");
assert((slant - 12) * cos(tilt) + 9 * sin(tilt) < deep - wall, "the upper screws end inside the back wall");
assert(key_cap_top - face_thick - key_above < key_cap_top - key_body, "the key strip lies behind the face");
assert(board_at[0] > riichi_at[0] + riichi_key_hole / 2 + 3, "the board clears the RIICHI button");
assert(board_at[1] > wall + 2, "the board fits front to back");
assert(pcb_seat_bodies[0][3] - pcb_seat[1] > 1, "the jack reaches into its window");
assert(jack_at[1] + jack_high < back - 6, "the jack fits under the face");
// Over the board's front edge: what is left between the board and the key strip.
assert(front + (board_at[1] / cos(tilt)) * sin(tilt) - (key_cap_top + 4) / cos(tilt) - wall - stand - pcb_thick > 1.5,
       "low parts fit between the board and the key strip");

strip_at = [keys_at[0] - 1.5 * key_pitch - key_first[0], keys_at[1] - key_first[1]];   // lower left corner of the strip
key_above = 2.0;                        // how far the caps stand out
key_board = key_cap_top - key_above;    // from the outer side of the face to the strip

assert(board_hole >= 0.6, "the floor is closed under the board's screws");
assert(len(screw_at) + len(pcb_seat_holes) + len(clamp_at) + len(pcb_keys_holes) + 2 == screws_seat, "as many screws as are ordered");
assert(lamp_at[0] + lamp_keeper_apart / 2 + stud_across / 2 < clamp_at[0][0] - washer_across / 2 - 1, "the lamp's keeper clears the display's washers");
assert(riichi_at[1] + riichi_key_flange / 2 < lamp_at[1] - stud_across / 2 - 2, "the lamp's keeper clears the RIICHI button's nut");

module on_face() translate([0, 0, front]) rotate([tilt, 0, 0]) children();

// The outer wedge, cut by the face's plane, `less` smaller on every side but the top.
module wedge(less, over = 0) {
    difference() {
        translate([less, less, less]) cube([wide - 2 * less, deep - 2 * less, back + 20]);
        on_face() translate([-50, -50, over]) cube([wide + 100, slant + 100, 200]);
    }
}

module body() {
    difference() {
        union() {
            difference() {
                wedge(0);
                wedge(wall, 1);
            }
            intersection() {
                wedge(0.5);
                union() {
                    for (p = screw_at) post(p);
                    for (h = pcb_seat_holes)
                        translate([board_at[0] + h[0], board_at[1] + h[1], wall - 0.1]) cylinder(d = 7, h = stand + 0.1, $fn = sides(32));
                }
            }
        }
        for (p = screw_at) on_face() translate([p[0], p[1], -9]) cylinder(d = 2.6, h = 20, $fn = sides(24));
        for (h = pcb_seat_holes)
            translate([board_at[0] + h[0], board_at[1] + h[1], board_hole]) cylinder(d = 2.6, h = wall + stand, $fn = sides(24));
        // jack, and the words beside it
        translate([jack_at[0] - jack_wide / 2, deep - wall - 1, jack_at[1] - 0.5]) cube([jack_wide, wall + 2, jack_high + 0.5]);
        if (!plain) translate([jack_at[0], deep - 0.7, jack_at[1] + jack_high + 5]) rotate([90, 0, 180])
            linear_extrude(2) text("NOT ETHERNET", size = 5.5, halign = "center", valign = "center", font = "DejaVu Sans:style=Bold", $fn = 4);
        // rubber feet, and two holes to screw it to a table
        if (!plain) for (x = [14, wide - 14], y = [12, deep - 12]) translate([x, y, -0.1]) cylinder(d = foot_across + 0.4, h = 1.1, $fn = sides(40));
        for (x = [40, wide - 40]) translate([x, 8, -1]) cylinder(d = 4.2, h = wall + 2, $fn = sides(24));
    }
}

// A post under a screw: from the floor to the face, thick enough for the slanted hole.
module post(p) {
    y = p[1] * cos(tilt);
    translate([p[0] - 5.5, max(y - 6, 0.5), 0.5]) cube([11, 18, back + 20]);
}

// The face without its openings.
module face_whole() {
    translate([gap, gap, 0]) cube([wide - 2 * gap, slant - 2 * gap, face_thick]);
    // a frame that holds the display in place, and four studs for the washers that clamp it
    translate([panel_at[0], panel_at[1], -2.5]) linear_extrude(2.6) difference() {
        square(panel_module + [3.4, 3.4], center = true);
        square(panel_module + [0.6, 0.6], center = true);
    }
    for (p = clamp_at) translate([p[0], p[1], -panel_thick]) cylinder(d = 6.4, h = panel_thick + 0.1, $fn = sides(32));
    translate([lamp_at[0], lamp_at[1], 0]) studs(lamp_holder);
    // two studs for the key strip
    for (h = pcb_keys_holes)
        translate([strip_at[0] + h[0], strip_at[1] + h[1], face_thick - key_board]) cylinder(d = 6.4, h = key_board - 0.5, $fn = sides(32));
}

module face() {
    difference() {
        face_whole();
        // window, opening outwards so that nothing shades the pixels
        translate([panel_at[0] + panel_offset[0], panel_at[1] + panel_offset[1], -0.1]) hull() {
            linear_extrude(0.1) square(window, center = true);
            translate([0, 0, face_thick + 0.2]) linear_extrude(0.1) square(window + [5, 5], center = true);
        }
        translate([riichi_at[0], riichi_at[1], -50]) cylinder(d = riichi_key_hole + 0.4, h = 100, $fn = sides(72));
        translate([lamp_at[0], lamp_at[1], -50]) cylinder(d = lamp_hole, h = 100, $fn = sides(48));
        translate([lamp_at[0], lamp_at[1], 0]) stud_holes(lamp_holder);
        for (i = [0:3]) translate([keys_at[0] + (i - 1.5) * key_pitch, keys_at[1], 0])
            linear_extrude(40, center = true) offset(1, $fn = sides(24)) square(key_cap + 0.8 - 2, center = true);
        for (p = screw_at) translate([p[0], p[1], -1]) {
            cylinder(d = 3.4, h = 10, $fn = sides(24));
            translate([0, 0, 1 + face_thick - 1.6]) cylinder(d = 6.4, h = 5, $fn = sides(32));
        }
        for (p = clamp_at) translate([p[0], p[1], -panel_thick - 1]) cylinder(d = 2.6, h = panel_thick + 2.2, $fn = sides(24));
        for (h = pcb_keys_holes) translate([strip_at[0] + h[0], strip_at[1] + h[1], face_thick - key_board - 1]) cylinder(d = 2.6, h = key_board - 1, $fn = sides(24));
        if (!plain) translate([0, 0, face_thick - 0.6]) linear_extrude(2) legend();
        // a dimple beside OK, to find it with a finger
        translate([keys_at[0] - 1.5 * key_pitch - key_cap / 2 - 3.2, keys_at[1], face_thick + 0.6]) sphere(d = 4, $fn = sides(20));
    }
}

// The engraved words.
module legend() {
    for (i = [0:3]) translate([keys_at[0] + (i - 1.5) * key_pitch, keys_at[1] - 9.8])
        text(["OK", "UP", "DOWN", "BACK"][i], size = 2.8, halign = "center", valign = "center", font = "DejaVu Sans:style=Bold", $fn = 4);
    translate([riichi_at[0], riichi_at[1] - 21])
        text("RIICHI", size = 4.2, halign = "center", valign = "center", font = "DejaVu Sans:style=Bold", $fn = 4);
}

// The parts as blocks, only in the picture.
module guests() {
    color("white") translate([0, 0, face_thick - 0.6]) linear_extrude(0.65) legend();
    color("black") translate([panel_at[0] - panel_module[0] / 2, panel_at[1] - panel_module[1] / 2, -panel_thick]) cube([panel_module[0], panel_module[1], panel_thick - 0.2]);
    color("gold") translate([panel_at[0], panel_at[1], -0.15]) linear_extrude(0.2)
        resize([50, 17.2]) text("25000", size = 17, halign = "center", valign = "center", font = "DejaVu Sans Mono:style=Bold");
    color("firebrick") translate([riichi_at[0], riichi_at[1], face_thick]) { cylinder(d = riichi_key_flange, h = 2, $fn = sides(64)); cylinder(d = 25, h = 7, $fn = sides(64)); }
    color("red") translate([lamp_at[0], lamp_at[1], -4]) { cylinder(d = 9.8, h = 9, $fn = sides(48)); translate([0, 0, 9]) sphere(d = 9.8, $fn = sides(48)); }
    for (i = [0:3]) color(i == 0 ? "seagreen" : "whitesmoke") translate([keys_at[0] + (i - 1.5) * key_pitch, keys_at[1], 0]) linear_extrude(face_thick + key_above) square(key_cap, center = true);
}

if (part == "body") body();
if (part == "face") translate([0, slant, face_thick]) rotate([180, 0, 0]) face();   // as it is printed
if (part == "both") {
    color("dimgray") body();
    on_face() { color("slategray") face(); guests(); }
}
// The board with all that stands on it, as blocks, `from` so far in front of its place; it goes in from above there,
// then `back`, its jack into the window.
module seat_board(up = 0, back = 0, from = 0) translate([board_at[0], board_at[1] - from, wall + stand]) {
    color("darkgreen") difference() {
        translate([-slack, -slack, slack > 0 ? 0.2 : 0]) cube([pcb_seat[0] + 2 * slack, pcb_seat[1] + back + 2 * slack, pcb_thick + up - (slack > 0 ? 0.2 : 0)]);
        if (up == 0) drilled(pcb_seat_holes);
    }
    blocks(pcb_seat_bodies, up, back);
}

// What is held to the face: display, RIICHI button, lamp, key strip, each by what `step` of the building has it there.
module behind_face(step = 9) {
    translate([panel_at[0] - panel_module[0] / 2, panel_at[1] - panel_module[1] / 2, -panel_thick]) color("darkslategray") cube([panel_module[0], panel_module[1], panel_thick - 0.05]);
    if (step > 1) strip();
    if (step > 2) color("firebrick") translate([riichi_at[0], riichi_at[1], face_thick - riichi_key_deep]) {
        cylinder(d = over(20 + 2 * slack, 32), h = riichi_key_deep - 0.1, $fn = sides(32));
        translate([0, 0, 16]) cylinder(d = over(riichi_key_hole, 72), h = riichi_key_deep - 16.1, $fn = sides(72));
    }
    if (step > 3) translate([lamp_at[0], lamp_at[1], 0]) {
        color("red") { translate([0, 0, -lamp_keeper_flange]) cylinder(d = over(11, 32), h = lamp_keeper_flange - 0.02, $fn = sides(32)); translate([0, 0, -0.05]) cylinder(d = over(lamp_hole - 0.3, 48), h = 7.5, $fn = sides(48)); }
        color("silver") for (x = [-1.27, 1.27]) translate([x, 0, -lamp_deep]) cylinder(d = 0.6, h = lamp_deep - lamp_keeper_flange, $fn = sides(8));
        color("gold") keeper(lamp_holder);
    }
}

// The screws in the face, each where `behind_face` has what it holds.
module face_screws(step = 9) {
    for (p = clamp_at) translate([p[0], p[1], -panel_thick]) { washer(); translate([0, 0, -washer_thick]) rotate([180, 0, 0]) screw(); }
    if (step > 1) for (h = pcb_keys_holes) translate([strip_at[0] + h[0], strip_at[1] + h[1], face_thick - key_board - pcb_thick - 0.02]) rotate([180, 0, 0]) screw();
    if (step > 3) translate([lamp_at[0], lamp_at[1], 0]) keeper_screws(lamp_holder);
}
module screws_through_face() for (p = screw_at) translate([p[0], p[1], face_thick - 1.6]) screw();
module closing_screws() on_face() screws_through_face();
module board_screws() for (h = pcb_seat_holes) translate([board_at[0] + h[0], board_at[1] + h[1], wall + stand + pcb_thick]) screw();

// The key strip with switches and caps, and the lead's plug on its back.
module strip() translate([strip_at[0], strip_at[1], face_thick - key_board - pcb_thick - 0.02]) {
    color("darkgreen") difference() {
        translate([-slack, -slack, 0]) cube([pcb_keys[0] + 2 * slack, pcb_keys[1] + 2 * slack, pcb_thick]);
        drilled(pcb_keys_holes);
    }
    blocks(pcb_keys_bodies);
    for (i = [0:3]) translate([key_first[0] + i * key_pitch - key_cap / 2, key_first[1] - key_cap / 2, pcb_thick + key_body]) cube([key_cap, key_cap, key_cap_top - key_body]);
}

if (part == "keeper") keeper_print(lamp_holder);
if (part == "open") {
    color("dimgray") body();
    seat_board();
    board_screws();
    translate([0, 0, 75]) on_face() { color("slategray") face(); guests(); }
}
// The three prints as they come from the bed.
if (part == "prints") {
    color("dimgray") body();
    color("slategray") translate([0, -14, face_thick]) rotate([180, 0, 0]) face();
    color("gold") translate([wide + 24, 20, 0]) keeper_print(lamp_holder);
}
// Views of the same while it is put together, one for each step of BUILD.
module laid_down(step) translate([0, slant, face_thick]) rotate([180, 0, 0]) { color("slategray") face(); behind_face(step); face_screws(step); }
if (part == "step 1") laid_down(1);
if (part == "step 2") laid_down(2);
if (part == "step 3") laid_down(3);
if (part == "step 4") laid_down(4);
if (part == "step 5") { color("dimgray") body(); translate([0, -4, 40]) { seat_board(); translate([0, 0, 14]) board_screws(); } }
if (part == "step 6") { color("dimgray") body(); seat_board(); board_screws(); translate([board_at[0], board_at[1], wall + stand + pcb_thick]) plug_names(plugs_seat, 14.6); }
if (part == "step 7") { color("dimgray") body(); seat_board(); board_screws(); translate([0, 0, 75]) on_face() { color("slategray") face(); guests(); } }
if (part == "step 9") { color("dimgray") body(); on_face() { color("slategray") face(); guests(); } translate([0, -14, 20]) closing_screws(); }
