// Seat box: a flat wedge whose face leans towards the player. None of its prints needs support: "body" stands on its floor,
// "face" and "cap" lie on their outer side; "keeper" has what holds lamp, display and RIICHI. part = "both" shows all together.
include <parts.scad>
include <fixings.scad>
part = "both";
plain = false;         // fit checks leave out what is only engraved
slack = 0;             // fit checks grow what is in the box by this much

wall = 2.4;            // all walls and the floor
face_thick = 3.0;      // also the recess of the display, against glare
gap = 0.3;             // between face and body, all around
wide = 105;            // left to right
slant = 80;            // of the face, front to back
low = 14;              // height of the front edge, face and all
tilt = tilt_degrees;
deep = slant * cos(tilt);
front = low - face_thick * cos(tilt);  // height of the front wall
back = front + slant * sin(tilt);

// Places on the face, from its lower left corner as the player sees it.
riichi_at = [21, 22];
lamp_at = [21, 58];
panel_at = [70.5, 50];
keys_at = [panel_at[0], 15];           // middle of the row of four
// No nearer to the middle, where the word BACK ends, and no farther up, where the key strip begins.
screw_at = [[4.6, 3.8], [wide - 4.6, 3.8]];
post_up = 2.15;                        // from the middle of a screw up the face: the key strip swings past it
tongue_at = [30, wide - 30];           // along the upper edge, which they hold under the back wall
window = panel_active + [1.5, 1.5];

// RIICHI: a keyswitch in a plate behind a well, in which its cap runs.
sunk = 7.5;                            // from the outer side of the face to the plate
well = riichi_key_cap + 1;
collar = well + 3.2;
plate_thick = 3;                       // around the cut it is as thin as the switch's clips want
cap_high = riichi_key_over + riichi_key_travel + 2.4;      // its top over the plate, when nobody presses
skirt = riichi_key_travel + 0.6;       // its lower edge over the plate
holder_at = [for (turn = [38, 218]) riichi_at + 18.2 * [cos(turn), sin(turn)]];

// The display slides under two lips at its upper edge; at the lower one two clips hold it, under the key strip's screws.
lip_at = [panel_at[0] - 20.5, panel_at[0] + 20.5];
lip_wide = 14;
clip_thick = 0.8;
clip = [9, 8.6];
clip_stud = 5.8;
clip_at = [for (x = [-24.5, 24.5]) [panel_at[0] + x, panel_at[1] - panel_module[1] / 2 - 0.3 - clip_stud / 2]];
clip_bite = clip[1] / 2 + 0.1 - 0.3 - clip_stud / 2;       // how far a clip lies over the display

key_board = face_thick + panel_thick - 0.2 + clip_thick;   // from the outer side of the face to the strip
key_above = key_cap_top - key_board;                       // how far the caps stand out
strip_at = [keys_at[0] - 1.5 * key_pitch - key_first[0], keys_at[1] - key_first[1]];   // lower left corner of the strip

// The board lies on the floor at the back wall, its jack behind a bay in the left wall.
board_gap = 0.5;                       // to the back wall
recessed = 15;                         // the jack from the outside of the left wall
board_at = [recessed - pcb_seat_bodies[0][0], deep - wall - board_gap - pcb_seat[1]];
stand = 4.9;                           // height of the posts under the board
board_hole = wall + stand + pcb_thick - screw_long - 0.3;   // how deep the holes in them begin: a screw must not stand on their ground
jack_at = [board_at[1] + (pcb_seat_bodies[0][1] + pcb_seat_bodies[0][3]) / 2, wall + stand + pcb_thick];   // its middle from the front, and its height
bay = [recessed - 0.4, 20.4, 20.5];    // how deep and wide it is, and the height of its ceiling
bay_wall = 1.4;
plug = [14, 12];                       // what passes to the jack

hole_y = [7, 17];                      // of the holes for the clamps, from the front: the rear ones are for the wider rims
holes_x = [35, 70.5];
nut = [7.1, 2.4];                      // an M4 nut across its flats, and how high the pocket is that keeps it from turning
feet_at = [[12, 12], [wide - 12, 12], [12, 50], [wide - 12, 50]];
foot_deep = 1.0;

// What must fit, or the model does not render.
assert(tilt >= 20 && tilt <= 30, "the face leans 20 to 30 degrees");
assert(window[0] > panel_active[0] && window[0] < panel_module[0] - 3, "the window shows all pixels and hides the edge");
assert(window[1] > panel_active[1] && window[1] < panel_module[1] - 3, "the window shows all pixels and hides the edge");
assert(panel_at[0] + panel_module[0] / 2 < wide - wall - 1, "the display fits between the walls");
assert(height(panel_at[1] + panel_module[1] / 2, 0) < back - wall * tan(tilt), "the display fits under the upper edge");
assert(panel_at[1] - panel_module[1] / 2 > keys_at[1] + key_cap / 2 + 6, "the keys stay clear of the display");
assert(clip_bite > 0.8 && clip_bite < 2, "the clips hold the display's edge alone");
assert(riichi_at[0] + riichi_key_cap / 2 + 5 < keys_at[0] - 1.5 * key_pitch - key_cap / 2, "RIICHI stands alone");
assert(riichi_at[0] + collar / 2 < panel_at[0] - panel_module[0] / 2 - 0.3, "RIICHI clears the display");
assert(riichi_at[0] - collar / 2 > wall + 1, "RIICHI clears the wall");
assert(cap_high - riichi_key_travel > sunk + 1, "the cap stands out when it is pressed, too");
assert(skirt + 1.5 < sunk, "the cap runs in its well");
assert(face_thick + plate_thick - 0.5 < screw_long && sunk - face_thick + plate_thick + face_thick > screw_long + 0.5, "the plate's screws hold and do not come out in front");
assert(key_pitch >= 14 && key_cap >= 10, "keys wide enough to find blind");
assert(key_above > 1 && key_above < 2.5, "the caps stand out of the face");
for (i = [0:3]) assert(abs((i - 1.5) * key_pitch - (i - 1.5) * panel_active[0] / 4 - panel_offset[0]) < 1.5, "every key stands under its quarter of the display");
assert(lamp_at[1] - riichi_at[1] > collar / 2 + stud_across / 2 + 4, "the lamp's keeper clears RIICHI");
assert(lamp_at[0] + lamp_keeper_apart / 2 + stud_across / 2 + 1 < panel_at[0] - panel_module[0] / 2, "the lamp's keeper clears the display");
assert(strip_at[0] + pcb_keys[0] + 1 < wide - wall, "the key strip fits between the walls");
assert(strip_at[1] > screw_at[0][1] + post_up + 0.5, "the key strip clears the screw posts");
assert(post_up > 1.3 + 0.8, "there is plastic round the face's screws");
assert(len([for (h = pcb_keys_holes, c = clip_at) if (norm(strip_at + h - c) < 0.02) h]) == 2, "the key strip's holes lie over the clips");
assert(len(screw_at) + len(pcb_seat_holes) + len(pcb_keys_holes) + len(holder_at) + 2 == screws_seat, "as many screws as are ordered");
assert(board_hole >= 0.6, "the floor is closed under the board's screws");
for (f = feet_at) for (h = pcb_seat_holes) assert(norm(f - board_at - h) > foot_across / 2 + 1.3 + 1, "no foot lies under a screw's hole");
for (f = feet_at) for (x = holes_x, y = hole_y) assert(norm(f - [x, y]) > foot_across / 2 + 2.1 + 1, "no foot lies under a clamp's hole");
assert(abs(pcb_seat_bodies[0][3] - pcb_seat_bodies[0][1] - jack_wide) < 1, "the first body is the jack's");
assert(board_at[0] + pcb_seat[0] + 1 < wide - wall, "the board fits between the walls");
assert(plug[0] < bay[1] && jack_at[1] + plug[1] < bay[2] + 1, "a plug passes the bay");
// Heights over the outside of the floor, of a place on the face and so deep behind its outer side; and how far it is from the front.
function height(up, behind) = low + up * sin(tilt) - behind * cos(tilt);
function from_front(up, behind) = up * cos(tilt) + (behind - face_thick) * sin(tilt);
under = sunk + riichi_key_under;       // the end of the keyswitch with its wires
assert(height(riichi_at[1] - 6, under) > wall + 1, "RIICHI does not touch the floor");
assert(height(riichi_at[1] - 6, under) + (board_at[1] - from_front(riichi_at[1] - 6, under)) * tan(tilt) > jack_at[1] + 1, "RIICHI clears the board");
assert(height(lamp_at[1] - stud_across / 2, face_thick + lamp_keeper_stud + bar + screw_head_high) > bay[2] + bay_wall + 0.5, "the lamp's screws clear the bay");
assert(height(lamp_at[1], face_thick + lamp_deep) > jack_at[1] + jack_high + 0.5, "the lamp clears the jack");

module on_face() translate([0, 0, front]) rotate([tilt, 0, 0]) children();

// The face as it goes in: its upper edge on the back wall, its front still raised.
module swung(degrees) on_face() translate([0, slant - gap, 0]) rotate([-degrees, 0, 0]) translate([0, gap - slant, 0]) children();

// The outer wedge, cut by the face's plane, `less` smaller on every side but the top.
module wedge(less, over = 0) {
    difference() {
        translate([less, less, less]) cube([wide - 2 * less, deep - 2 * less, back + 20]);
        on_face() translate([-50, -50, over]) cube([wide + 100, slant + 100, 200]);
    }
}

// What is drawn from the side, as lines up the face and behind its inner side, `long` to the left and right of `x`.
module from_the_side(x, long) translate([x - long / 2, 0, 0]) rotate([90, 0, 90]) linear_extrude(long) children();

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
                    for (p = screw_at) on_face() translate([p[0] - 4.1, -20, -60]) cube([8.2, 20 + p[1] + post_up, 80]);
                    for (h = pcb_seat_holes)
                        translate([board_at[0] + h[0], board_at[1] + h[1], wall - 0.1]) cylinder(d = 7, h = stand + 0.1, $fn = sides(32));
                    for (x = holes_x, y = hole_y) translate([x, y, wall - 0.1]) cylinder(d = nut[0] / cos(30) + 2.4, h = nut[1] + 0.1, $fn = 6);
                    translate([0.5, jack_at[0] - bay[1] / 2 - bay_wall, 0.5]) cube([bay[0] - 0.5, bay[1] + 2 * bay_wall, bay[2] + bay_wall - 0.5]);
                }
            }
        }
        for (p = screw_at) on_face() translate([p[0], p[1], -9]) cylinder(d = 2.6, h = 20, $fn = sides(24));
        for (h = pcb_seat_holes)
            translate([board_at[0] + h[0], board_at[1] + h[1], board_hole]) cylinder(d = 2.6, h = wall + stand, $fn = sides(24));
        // the bay, the way from there to the jack, and the words over it
        translate([-1, jack_at[0] - bay[1] / 2, wall]) cube([bay[0] + 1 - bay_wall, bay[1], bay[2] - wall]);
        translate([1, jack_at[0] - plug[0] / 2, jack_at[1] + 0.3]) cube([bay[0], plug[0], plug[1]]);
        if (!plain) translate([0.7, jack_at[0] + 4, bay[2] + 4.2]) rotate([90, 0, -90])
            linear_extrude(2) text("NOT ETHERNET", size = 3.4, halign = "center", valign = "center", font = "DejaVu Sans:style=Bold", $fn = 4);
        // rubber feet, four holes for the clamps, and pockets for the tongues of the face
        if (!plain) for (f = feet_at) translate([f[0], f[1], -0.1]) cylinder(d = foot_across + 0.4, h = foot_deep + 0.1, $fn = sides(40));
        for (x = holes_x, y = hole_y) translate([x, y, 0]) {
            translate([0, 0, -1]) cylinder(d = 4.2, h = wall + 2, $fn = sides(24));
            translate([0, 0, wall]) cylinder(d = nut[0] / cos(30), h = nut[1] + 2, $fn = 6);
        }
        on_face() for (x = tongue_at) from_the_side(x, 10.8) polygon([[72, 0], [75.9, 0], [77.8, -1.9], [77.8, -3.3], [72, -3.3]]);
    }
}

// The face without its openings.
module face_whole() {
    edge = panel_module + [0.6, 0.6];   // of the frame around the display
    translate([gap, gap, 0]) cube([wide - 2 * gap, slant - 2 * gap, face_thick]);
    translate([panel_at[0], panel_at[1], -2.5]) linear_extrude(2.6) difference() {
        intersection() {
            square(edge + [2.8, 2.8], center = true);
            translate([-panel_at[0], -50]) square([wide - wall - 0.35, 100]);   // the wall is near
        }
        square(edge, center = true);
        translate([0, edge[1] / 2]) square([edge[0], 4], center = true);
    }
    // lips over its upper edge, sloping so that they print
    up = panel_at[1] + edge[1] / 2;
    for (x = lip_at) from_the_side(x, lip_wide)
        polygon([[up, 0.1], [up, -panel_thick + 0.2], [up - 1.6, -panel_thick - 1.4], [up - 1.6, -panel_thick - 2.0], [up + 1.4, -panel_thick - 2.0], [up + 1.4, 0.1]]);
    for (p = clip_at) translate([p[0], p[1], 0.2 - panel_thick]) cylinder(d = clip_stud, h = panel_thick, $fn = sides(32));
    translate([lamp_at[0], lamp_at[1], 0]) studs(lamp_holder);
    // the well of RIICHI, and studs for what holds it
    translate([riichi_at[0], riichi_at[1], face_thick - sunk]) cylinder(d = collar, h = sunk - 0.5, $fn = sides(72));
    for (p = holder_at) translate([p[0], p[1], face_thick - sunk]) cylinder(d = stud_across, h = sunk - 0.5, $fn = sides(32));
    // tongues that go under the back wall
    for (x = tongue_at) from_the_side(x, 10) polygon([[72.5, 0.1], [75.6, 0.1], [75.6, -0.2], [77.4, -2.0], [77.4, -3.0], [72.5, -3.0]]);
}

module face() {
    difference() {
        face_whole();
        // window, opening outwards so that nothing shades the pixels
        translate([panel_at[0] + panel_offset[0], panel_at[1] + panel_offset[1], -0.1]) hull() {
            linear_extrude(0.1) square(window, center = true);
            translate([0, 0, face_thick + 0.2]) linear_extrude(0.1) square(window + [5, 5], center = true);
        }
        translate([riichi_at[0], riichi_at[1], -50]) cylinder(d = well, h = 100, $fn = sides(72));
        for (p = holder_at) translate([p[0], p[1], face_thick - sunk - 1]) cylinder(d = 2.6, h = screw_long - plate_thick + 1.3, $fn = sides(24));
        translate([lamp_at[0], lamp_at[1], -50]) cylinder(d = lamp_hole, h = 100, $fn = sides(48));
        translate([lamp_at[0], lamp_at[1], 0]) stud_holes(lamp_holder);
        for (i = [0:3]) translate([keys_at[0] + (i - 1.5) * key_pitch, keys_at[1], 0])
            linear_extrude(40, center = true) offset(1, $fn = sides(24)) square(key_cap + 0.8 - 2, center = true);
        for (p = screw_at) translate([p[0], p[1], -1]) {
            cylinder(d = 3.4, h = 10, $fn = sides(24));
            translate([0, 0, 1 + face_thick - 1.6]) cylinder(d = 6.4, h = 5, $fn = sides(32));
        }
        for (p = clip_at) translate([p[0], p[1], -panel_thick - 1]) cylinder(d = 2.6, h = panel_thick + 2, $fn = sides(24));
        if (!plain) translate([0, 0, face_thick - 0.6]) linear_extrude(2) legend();
        // a dimple beside OK, to find it with a finger
        translate([keys_at[0] - 1.5 * key_pitch - key_cap / 2 - 3.2, keys_at[1], face_thick + 0.6]) sphere(d = 4, $fn = sides(20));
    }
}

// The engraved words.
module legend() {
    for (i = [0:3]) translate([keys_at[0] + (i - 1.5) * key_pitch, keys_at[1] - 9.6])
        text(["OK", "UP", "DOWN", "BACK"][i], size = 2.5, halign = "center", valign = "center", font = "DejaVu Sans:style=Bold", $fn = 4);
    translate([riichi_at[0], riichi_at[1] - 18.6])
        text("RIICHI", size = 3.2, halign = "center", valign = "center", font = "DejaVu Sans:style=Bold", $fn = 4);
}

// The plate that holds the keyswitch, its upper side at z = 0; the cut is thin where the clips of the switch are.
module holder() difference() {
    translate([0, 0, -plate_thick]) linear_extrude(plate_thick) union() {
        circle(d = collar, $fn = sides(72));
        for (p = holder_at) hull() { translate((p - riichi_at) * 0.7) circle(d = stud_across, $fn = sides(32)); translate(p - riichi_at) circle(d = stud_across, $fn = sides(32)); }
    }
    translate([0, 0, -10]) linear_extrude(20) square(riichi_key_cut, center = true);
    translate([0, 0, -plate_thick - 1]) linear_extrude(plate_thick - riichi_key_edge + 1) square(riichi_key_across + 0.8, center = true);
    for (p = holder_at) translate([p[0] - riichi_at[0], p[1] - riichi_at[1], -10]) cylinder(d = 3.4, h = 20, $fn = sides(24));
}

// The cap as it stands over the plate, pressed by so much: a cup with a post that takes the switch's cross.
module riichi_cap(pressed = 0) translate([0, 0, cap_high - pressed]) difference() {
    union() {
        difference() {
            translate([0, 0, skirt - cap_high]) cylinder(d = riichi_key_cap, h = cap_high - skirt, $fn = sides(72));
            translate([0, 0, -50 - 2]) cylinder(d = riichi_key_cap - 3.2, h = 50, $fn = sides(72));
        }
        translate([0, 0, riichi_key_over + 0.3 - cap_high]) cylinder(d = 5.5, h = cap_high - riichi_key_over - 1.3, $fn = sides(32));
    }
    for (turn = [0, 90]) rotate(turn) translate([-riichi_key_stem[0] / 2 - 0.05, -riichi_key_stem[1] / 2 - 0.05, -60])
        cube([riichi_key_stem[0] + 0.1, riichi_key_stem[1] + 0.1, 60 - cap_high + riichi_key_over + riichi_key_stem[2] + 0.5]);
}

// A keyswitch in the plate at z = 0: its rim and housing over it, body, legs and wires under it.
module keyswitch() {
    color("black") {
        translate([-riichi_key_across / 2, -riichi_key_across / 2, 0.02]) cube([riichi_key_across, riichi_key_across, 1]);
        translate([-6.6, -6.6, 1]) cube([13.2, 13.2, riichi_key_over - 1]);
        translate([-riichi_key_cut / 2 + 0.02, -riichi_key_cut / 2 + 0.02, -5]) cube([riichi_key_cut - 0.04, riichi_key_cut - 0.04, 5.1]);
    }
    color("gold") translate([-6 - slack, -6 - slack, -riichi_key_under - slack]) cube([12 + 2 * slack, 12 + 2 * slack, riichi_key_under - 4.9 + slack]);
}

// A clip on its stud, z = 0 on the display's back.
module clip_on() difference() {
    translate([-clip[0] / 2, -clip[1] / 2 + 0.1, -clip_thick]) cube([clip[0], clip[1], clip_thick - 0.02]);
    translate([0, 0, -5]) cylinder(d = 3.4, h = 10, $fn = sides(24));
}

// The parts as blocks, only in the picture.
module guests() {
    color("white") translate([0, 0, face_thick - 0.6]) linear_extrude(0.65) legend();
    color("black") translate([panel_at[0] - panel_module[0] / 2, panel_at[1] - panel_module[1] / 2, -panel_thick]) cube([panel_module[0], panel_module[1], panel_thick - 0.2]);
    color("gold") translate([panel_at[0], panel_at[1], -0.15]) linear_extrude(0.2)
        resize([50, 17.2]) text("25000", size = 17, halign = "center", valign = "center", font = "DejaVu Sans Mono:style=Bold");
    color("firebrick") translate([riichi_at[0], riichi_at[1], face_thick - sunk]) riichi_cap();
    color("red") translate([lamp_at[0], lamp_at[1], -4]) { cylinder(d = 9.8, h = 9, $fn = sides(48)); translate([0, 0, 9]) sphere(d = 9.8, $fn = sides(48)); }
    for (i = [0:3]) color(i == 0 ? "seagreen" : "whitesmoke") translate([keys_at[0] + (i - 1.5) * key_pitch, keys_at[1], 0]) linear_extrude(face_thick + key_above) square(key_cap, center = true);
}

// The board with all that stands on it, as blocks; it goes straight down on its posts.
module seat_board(up = 0) translate([board_at[0], board_at[1], wall + stand]) {
    color("darkgreen") difference() {
        translate([-slack, -slack, slack > 0 ? 0.2 : 0]) cube([pcb_seat[0] + 2 * slack, pcb_seat[1] + 2 * slack, pcb_thick + up - (slack > 0 ? 0.2 : 0)]);
        if (up == 0) drilled(pcb_seat_holes);
    }
    blocks(pcb_seat_bodies, up);
}

// What is held to the face: display, key strip over its clips, RIICHI, lamp, each by what `step` of the building has it there.
module behind_face(step = 9) {
    translate([panel_at[0] - panel_module[0] / 2, panel_at[1] - panel_module[1] / 2, -panel_thick]) color("darkslategray") cube([panel_module[0], panel_module[1], panel_thick - 0.05]);
    if (step > 1) {
        for (p = clip_at) color("gold") translate([p[0], p[1], 0.2 - panel_thick - (slack > 0 ? 0.2 : 0)]) clip_on();
        strip();
    }
    if (step > 2) translate([riichi_at[0], riichi_at[1], face_thick - sunk]) {
        keyswitch();
        color("gold") translate([0, 0, -0.02]) holder();
        color("firebrick") riichi_cap();
    }
    if (step > 3) translate([lamp_at[0], lamp_at[1], 0]) {
        color("red") { translate([0, 0, -lamp_keeper_flange]) cylinder(d = over(11, 32), h = lamp_keeper_flange - 0.02, $fn = sides(32)); translate([0, 0, -0.05]) cylinder(d = over(lamp_hole - 0.3, 48), h = 7.5, $fn = sides(48)); }
        color("silver") for (x = [-1.27, 1.27]) translate([x, 0, -lamp_deep]) cylinder(d = 0.6, h = lamp_deep - lamp_keeper_flange, $fn = sides(8));
        color("gold") keeper(lamp_holder);
    }
}

// The screws in the face, each where `behind_face` has what it holds.
module face_screws(step = 9) {
    if (step > 1) for (p = clip_at) translate([p[0], p[1], face_thick - key_board - pcb_thick - 0.02]) rotate([180, 0, 0]) screw();
    if (step > 2) for (p = holder_at) translate([p[0], p[1], face_thick - sunk - plate_thick - 0.02]) rotate([180, 0, 0]) screw();
    if (step > 3) translate([lamp_at[0], lamp_at[1], 0]) keeper_screws(lamp_holder);
}
module screws_through_face() for (p = screw_at) translate([p[0], p[1], face_thick - 1.6]) screw();
module closing_screws() on_face() screws_through_face();
module board_screws() for (h = pcb_seat_holes) translate([board_at[0] + h[0], board_at[1] + h[1], wall + stand + pcb_thick]) screw();

// The key strip with switches and caps, and the wires on its back.
module strip() translate([strip_at[0], strip_at[1], face_thick - key_board - pcb_thick - 0.02]) {
    color("darkgreen") difference() {
        translate([-slack, -slack, 0]) cube([pcb_keys[0] + 2 * slack, pcb_keys[1] + 2 * slack, pcb_thick]);
        drilled(pcb_keys_holes);
    }
    blocks(pcb_keys_bodies);
    for (i = [0:3]) translate([key_first[0] + i * key_pitch - key_cap / 2, key_first[1] - key_cap / 2, pcb_thick + key_body]) cube([key_cap, key_cap, key_cap_top - key_body]);
}

// All that holds something, as it is printed: the lamp's keeper, RIICHI's plate on its upper side, the two clips.
module keepers_print() {
    keeper_print(lamp_holder);
    translate([0, 28, 0]) rotate([180, 0, 0]) holder();
    for (y = [-3, 10]) translate([28, y, clip_thick]) clip_on();
}
module cap_print() translate([0, 0, cap_high]) rotate([180, 0, 0]) riichi_cap();

if (part == "body") body();
if (part == "face") translate([0, slant, face_thick]) rotate([180, 0, 0]) face();   // as it is printed
if (part == "keeper") keepers_print();
if (part == "cap") cap_print();
if (part == "both") {
    color("dimgray") body();
    on_face() { color("slategray") face(); guests(); }
}
if (part == "open") {
    color("dimgray") body();
    seat_board();
    board_screws();
    translate([0, 0, 60]) on_face() { color("slategray") face(); guests(); }
}
// The prints as they come from the bed.
if (part == "prints") {
    color("dimgray") body();
    color("slategray") translate([0, -14, face_thick]) rotate([180, 0, 0]) face();
    color("gold") translate([wide + 24, 20, 0]) keepers_print();
    color("whitesmoke") translate([wide + 24, -40, 0]) cap_print();
}
// Views of the same while it is put together, one for each step of BUILD.
module laid_down(step) translate([0, slant, face_thick]) rotate([180, 0, 0]) { color("slategray") face(); behind_face(step); face_screws(step); }
if (part == "step 1") laid_down(1);
if (part == "step 2") laid_down(2);
if (part == "step 3") laid_down(3);
if (part == "step 4") laid_down(4);
if (part == "step 5") { color("dimgray") body(); translate([0, 0, 34]) { seat_board(); translate([0, 0, 14]) board_screws(); } }
if (part == "step 6") { color("dimgray") body(); seat_board(); board_screws(); translate([board_at[0], board_at[1], wall + stand + pcb_thick]) plug_names(plugs_seat, 14.6); }
if (part == "step 7") { color("dimgray") body(); seat_board(); board_screws(); translate([0, 0, 60]) on_face() { color("slategray") face(); guests(); } }
if (part == "step 9") { color("dimgray") body(); on_face() { color("slategray") face(); guests(); } translate([0, -8, 18]) closing_screws(); }
