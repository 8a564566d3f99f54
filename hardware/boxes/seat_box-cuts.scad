// What is in each other's way in the seat box: its walls, the face, the boards, parts and screws. Nothing may be left.
include <seat_box.scad>
include <cuts.scad>

// The board goes straight down, the face swings in.
if (asked("body")) cut(0) {
    body();
    seat_board(up = 60);
    union() { board_screws(); closing_screws(); }
    on_face() { behind_face(); face_screws(); }
    on_face() translate([0, 0, 0.05]) face_whole();
    swung(3) { face_whole(); behind_face(); }
    swung(6) { face_whole(); behind_face(); }
    swung(9) { face_whole(); behind_face(); }
}
if (asked("face")) {
    cut(1) { face(); behind_face(); union() { face_screws(); screws_through_face(); } }
    cut(1) { on_face() face_whole(); union() { seat_board(); board_screws(); } }
}
if (asked("parts")) cut(2) { union() { seat_board(); board_screws(); } on_face() { behind_face(); face_screws(); } }
if (asked("screws")) {
    cut(3) { translate([board_at[0], board_at[1], wall + stand]) plate(pcb_seat, pcb_seat_holes); board_screws(); }
    cut(3) { translate([strip_at[0], strip_at[1], face_thick - key_board - pcb_thick - 0.02]) plate(pcb_keys, pcb_keys_holes); face_screws(); }
    cut(3) { translate([riichi_at[0], riichi_at[1], face_thick - sunk - 0.02]) holder(); face_screws(); }
    cut(3) { keeper(lamp_holder); keeper_screws(lamp_holder); }
}
