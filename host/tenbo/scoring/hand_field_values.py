"""The values that the fields of a declared hand may have: ways of winning, special moments, upper bounds."""

WAYS = RON, TSUMO = ("ron", "tsumo")
RIICHI = (0, 1, 2)

# The special moments of winning; a hand is won at one moment only.
ORDINARY = ""
RINSHAN = "rinshan"
CHANKAN = "chankan"
LAST_TILE = "last_tile"
FIRST_TURN = "first_turn"
MOMENTS = (ORDINARY, RINSHAN, CHANKAN, LAST_TILE, FIRST_TURN)

MOST_INDICATORS = 5
MOST_NORTHS = 4
# Upper bounds of counters and sticks: a larger number is points in the wrong field, or mistyped.
MAX_COUNTERS = 99_999
