// What is in each other's way in the centre box: its walls, the lid, the board, parts, plugs and screws. Nothing may be left.
include <centre_box.scad>
include <cuts.scad>

// The board goes straight down.
if (asked("body")) cut(0) {
    body();
    board(up = high);
    union() { board_screws(); closing_screws(); }
    plugs();
    union() { under_lid(); keeper_screws_under_lid(); }
    translate([0, 0, high + 0.05]) lid_whole();
}
if (asked("lid")) {
    cut(1) { translate([0, 0, high]) lid(); closing_screws(); union() { under_lid(); keeper_screws_under_lid(); } }
    cut(1) { translate([0, 0, high]) lid_whole(); union() { board(); board_screws(); plugs(); } }
}
if (asked("parts")) cut(2) { union() { board(); board_screws(); } union() { under_lid(); keeper_screws_under_lid(); plugs(); } }
if (asked("screws")) {
    cut(3) { translate(board_at) plate(pcb_centre, holes); board_screws(); }
    cut(3) { keeper(piezo_holder); keeper_screws(piezo_holder); }
    cut(3) { keeper(sensor_holder); keeper_screws(sensor_holder); }
}
