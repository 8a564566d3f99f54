"""Searches cyclic schedules: one round from which rotation around a circle gives all others without repeats.

The players are `colours` circles of `turns` places each and some fixed players. Adding one to every place of a round's
tables gives the next round. Two players meet at most once in all rounds when no two pairs of the first round have the
same colours and the same distance, and no fixed player meets a colour twice. With three circles this covers the
resolvable designs of 16, 28, 40 and 52 players, in which every pair meets, and the group divisible ones between them;
with more circles the transversal designs and anything looser. Tables of three have the same layouts with a circle less.
"""

from __future__ import annotations

from functools import cache, cached_property
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from tenbo.tournament.seating.search_budget import SearchBudget

# Nodes of one attempt before other tables of the fixed players are tried.
_NODES = 4_000

# Nodes for each layout, in turn: most sizes need few, and a layout without a solution must not delay others.
_PASSES = (1_000, 10_000, 200_000)

# Attempts for the table of a fixed player, and the fraction of a budget that one call may use.
_TRIES, _SHARE = 30, 0.4

# Turns beyond the wanted rounds among which the layout with the fewest fixed players comes first.
_ROOM = 4

# Turns, colours and fixed players of 20 players in 6 rounds and 32 in 10: long searches have found no solution.
_HOPELESS = {(6, 3, 2), (10, 3, 2)}

# Above this many players the place with the fewest partners is not searched, because there is room enough.
_CAREFUL = 64

Tables = list[list[int]]


class CyclicDesignLayout:
    """The places of the players, and for every pair of places the bit for its colours and distance.

    A `factor` whose cube is one adds a symmetry: (place, colour) goes to (factor * place, next colour) of three
    circles. The search then chooses a third of the tables and takes a fraction of the time.
    """

    def __init__(self, turns: int, colours: int, fixed: int, factor: int = 0) -> None:
        self.turns, self.colours, self.fixed, self.factor = turns, colours, fixed, factor
        self.places = turns * colours

    # Created when first needed, because most layouts of a size are never tried.
    @cached_property
    def pair_bits(self) -> list[list[int]]:
        """Return for every pair of places the bit of its colours and distance."""
        bits: dict[tuple[int, int, int], int] = {}
        return [[self._bit(place, other, bits) for other in range(self.places)] for place in range(self.places)]

    @cached_property
    def orbit(self) -> list[frozenset[int]]:
        """Return for every place its orbit under the factor."""
        return [frozenset(image[0] for image in self.images([place])) for place in range(self.places)]

    def images(self, places: list[int]) -> list[list[int]]:
        """Return the places and their images under the factor."""
        images = [places]
        if self.factor:
            for _ in range(2):
                images.append([self._image(place) for place in images[-1]])
        return images

    def forbidden_bits(self) -> int:
        """Return the bits that no table may have: half a circle's distance repeats after half the rounds."""
        half = self.turns // 2
        if self.turns % 2:
            return 0
        return sum({self.pair_bits[colour * self.turns][colour * self.turns + half] for colour in range(self.colours)})

    def _image(self, place: int) -> int:
        colour, at = divmod(place, self.turns)
        return (colour + 1) % 3 * self.turns + at * self.factor % self.turns

    def _bit(self, one: int, other: int, bits: dict[tuple[int, int, int], int]) -> int:
        if one == other:
            return 0
        keys = []
        for first, second in self.images([one, other]):
            (colour, at), (other_colour, other_at) = divmod(first, self.turns), divmod(second, self.turns)
            apart = (other_at - at) % self.turns
            if colour == other_colour:
                keys.append((colour, colour, min(apart, self.turns - apart)))
            elif colour < other_colour:
                keys.append((colour, other_colour, apart))
            else:
                keys.append((other_colour, colour, -apart % self.turns))
        return 1 << bits.setdefault(min(keys), len(bits))


def cyclic_schedule(
    players: int,
    rounds: int,
    random: Random,
    budget: SearchBudget,
    passes: tuple[int, ...] = _PASSES,
    seats: int = 4,
) -> list[Tables] | None:
    """Return a schedule in which no pair meets twice, as tables of players from 0, or None."""
    until = min(budget.used_fraction() + _SHARE, 0.5)
    most = (players - 1) // (seats - 1)
    shapes = [shape for turns in range(rounds, most + 1) for shape in _shapes(players, turns, seats)]
    # Few fixed players leave pairs that never meet with more common opponents; too many turns leave no room.
    shapes.sort(key=lambda shape: (shape.turns > rounds + _ROOM, shape.fixed))
    for nodes in passes:
        for circles in shapes:
            if budget.used_fraction() >= until:
                return None
            search = _Search(circles, random, seats)
            while search.nodes < nodes and budget.used_fraction() < until:
                before = search.nodes
                first = _starter(search)
                budget.count_steps(search.nodes - before)
                if first is not None:
                    turned = [_rotate(first, turn, circles) for turn in range(circles.turns)]
                    return random.sample(turned, rounds)
    return None


@cache
def _shapes(players: int, turns: int, seats: int = 4) -> list[CyclicDesignLayout]:
    """Return the layouts of this many players in circles, the most symmetric first."""
    colours, fixed = divmod(players, turns)
    shapes: list[CyclicDesignLayout] = []
    if seats == 4 and (turns, colours, fixed) in _HOPELESS:
        return shapes
    if seats == 4 and colours == 3:
        # A multiplier of order three, if there is one; plain circles are the last resort.
        factors = [factor for factor in range(1, turns) if factor**3 % turns == 1]
        if fixed in (1, 2, 3):
            shapes += [CyclicDesignLayout(turns, 3, fixed, factor) for factor in reversed(factors)]
    if fixed * seats <= players and (colours >= seats - 1 or not fixed):
        shapes.append(CyclicDesignLayout(turns, colours, fixed))
    if colours > seats - 1 and (fixed + turns) * seats <= players:
        shapes.append(CyclicDesignLayout(turns, colours - 1, fixed + turns))
    return shapes


def _starter(search: _Search) -> Tables | None:
    """Return the first round, with fixed players numbered after all places; None if this attempt has failed."""
    circles = search.circles
    free, used = set(range(circles.places)), circles.forbidden_bits()
    tables: Tables = []
    around = circles.fixed == 3 and circles.factor > 0
    search.begin()
    for fixed in range(1 if around else circles.fixed):
        mates = _mates(search, free, used, alone=not around)
        if mates is None:
            return None
        for one, other in combinations(mates, 2):
            used |= circles.pair_bits[one][other]
        for at, image in enumerate(circles.images(mates) if around else [mates]):
            tables.append([*image, circles.places + fixed + at])
            free.difference_update(image)
    chosen = search.tables(free, used)
    if chosen is None:
        return None
    return tables + [image for table in chosen for image in circles.images(table)]


def _mates(search: _Search, free: set[int], used: int, *, alone: bool) -> list[int] | None:
    """Return free places of different colours for the table of a fixed player, with unused pairs.

    Under a factor the table of one or two fixed players is its own image: its places are one orbit.
    """
    circles, random = search.circles, search.random
    for _ in range(_TRIES):
        colours = random.sample(range(circles.colours), search.seats - 1)
        mates = [colour * circles.turns + random.randrange(circles.turns) for colour in colours]
        if circles.factor and alone:
            mates = sorted(circles.orbit[mates[0]])
        if not free.issuperset(mates):
            continue
        if circles.factor and not alone and len({circles.orbit[place] for place in mates}) < len(mates):
            continue
        pairs = [circles.pair_bits[one][other] for one, other in combinations(mates, 2)]
        if not used & sum(set(pairs)) and len(set(pairs)) == (1 if circles.factor and alone else len(pairs)):
            return mates
    return None


class _Search:
    """A depth-first search for tables on the circles, in which each pair's bit is used once."""

    def __init__(self, circles: CyclicDesignLayout, random: Random, seats: int = 4) -> None:
        self.circles, self.pair, self.orbit, self.random = circles, circles.pair_bits, circles.orbit, random
        self.seats = seats
        self.nodes, self.limit = 0, 0

    def begin(self) -> None:
        """Begin an attempt with a limit of nodes; starting it counts as some nodes."""
        self.nodes += _TRIES
        self.limit = self.nodes + _NODES

    def tables(self, free: set[int], used: int) -> Tables | None:
        """Return the free places as tables, or None if there are none or the limit is reached."""
        self.nodes += 1
        if not free:
            return []
        place, partners = self._next(free, used)
        self.random.shuffle(partners)
        for table, taken in self._tables_of(place, partners, (), used):
            rest = self.tables(free.difference(*(self.orbit[member] for member in table)), taken)
            if rest is not None:
                return [table, *rest]
            if self.nodes > self.limit:
                return None
        return None

    def _tables_of(
        self, place: int, partners: list[int], seated: tuple[int, ...], used: int
    ) -> Iterator[tuple[list[int], int]]:
        """Yield the tables of a place and of those seated with some of the partners, each with the used bits."""
        if len(seated) == self.seats - 1:
            yield [place, *seated], used
            return
        for at, newcomer in enumerate(partners):
            taken = self._add_to_table(used, self.pair[place], seated, newcomer)
            if taken:
                yield from self._tables_of(place, partners[at + 1 :], (*seated, newcomer), taken)

    def _next(self, free: set[int], used: int) -> tuple[int, list[int]]:
        """Return the free place with the fewest partners, and its partners."""
        best: tuple[int, list[int]] | None = None
        for place in free:
            row, own = self.pair[place], self.orbit[place]
            partners = [other for other in free if other not in own and not row[other] & used]
            if best is None or len(partners) < len(best[1]):
                best = (place, partners)
            if len(partners) < self.seats - 1 or len(free) > _CAREFUL:
                break
        assert best is not None
        return best

    def _add_to_table(self, used: int, row: list[int], seated: tuple[int, ...], newcomer: int) -> int:
        """Return the used bits after a newcomer sits down with those seated, or 0 if one would be used twice."""
        for bit in (row[newcomer], *(self.pair[member][newcomer] for member in seated)):
            if used & bit:
                return 0
            used |= bit
        for member in seated:
            if newcomer in self.orbit[member]:
                return 0
        return used


def _rotate(tables: Tables, turn: int, circles: CyclicDesignLayout) -> Tables:
    """Return the round that is rotated by some places."""

    def further(place: int) -> int:
        if place >= circles.places:
            return place
        colour, at = divmod(place, circles.turns)
        return colour * circles.turns + (at + turn) % circles.turns

    return [[further(place) for place in table] for table in tables]
