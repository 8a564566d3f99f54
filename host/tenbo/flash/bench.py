"""The bench test of a board before its box is closed: measures what the Pico can, and asks the builder for the rest."""

from __future__ import annotations

import ast
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbo.flash.bench_advice import BOXES, BREADBOARDS, LIMITERS, parts_behind_key
from tenbo.flash.bench_program import PROGRAM
from tenbo_core.errors import LinkFault
from tenbo_core.seats import SEATS, WIND_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tenbo.flash.file_install import FlashBoard

EXPANDER, DISPLAY = 0x20, 0x3C
KEYS = ("RIICHI", "OK", "UP", "DOWN", "BACK")
PIN_OF = {"LAMP": 0x20, "BUTTON_LIGHT": 0x40, "DISPLAY_RESET": 0x80}
# What the supply may measure at the socket, and what a computer alone leaves there.
SUPPLY_MV, NO_SUPPLY_MV = (4750, 5350), 500
VSYS_MV = (3000, 5500)
PRESS_S, POLL_S = 20.0, 0.05
TONE_HERTZ = 2000
DARKER = 0.6


class BenchCheck(NamedTuple):
    """One thing that was looked at: whether it is fine, and a sentence."""

    fine: bool
    text: str


def _passed(text: str) -> BenchCheck:
    return BenchCheck(fine=True, text=text)


def _failed(text: str) -> BenchCheck:
    return BenchCheck(fine=False, text=text)


class BenchOperator(NamedTuple):
    """The person at the bench: gets instructions, and answers what can be seen or heard."""

    instruct: Callable[[str], None]
    ask: Callable[[str], bool]


class BenchDialogue:
    """The board at its prompt, and the person in front of it."""

    def __init__(
        self,
        board: FlashBoard,
        person: BenchOperator,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._board = board
        self._person = person
        self._clock, self._pause = clock, pause
        self._is_breadboard = False

    def run_checks(self, seats: Sequence[int] = SEATS) -> Iterator[BenchCheck]:
        """Yield the checks, from the supply to the last button; a box with a fault is left out of the later checks."""
        if self._run(PROGRAM + "print(repr(0))") is None:
            yield _failed("the board has no matching firmware: run tenbo flash, then this test again")
            return
        self._is_breadboard = self._evaluate("is_breadboard()")
        if self._is_breadboard:
            yield _passed("the parts are on a breadboard: GP13 is connected to ground")
        yield from self._supply()
        there = []
        for seat in seats:
            seen = list(self._box(seat))
            yield from seen
            if all(one.fine for one in seen):
                there.append(seat)
        if not self._is_breadboard:
            yield from self._switch(there)
        for seat in there:
            yield from self._wire(seat)
            yield from self._show(seat)
            if not self._is_breadboard:
                yield from self._lights(seat)
        yield from self._test_buttons(there)
        yield from self._centre()

    # ------------------------------------------------------------ measurements by the Pico

    def _supply(self) -> Iterator[BenchCheck]:
        halves, thirds = self._evaluate("volts()")
        low, high = SUPPLY_MV
        if halves < NO_SUPPLY_MV:
            yield _passed(f"supply: {halves / 1000:.2f} V at the socket; the table is powered by the computer alone")
        elif low <= halves <= high:
            yield _passed(f"supply: {halves / 1000:.2f} V at the socket")
        else:
            wrong = self._advise("supply low" if halves < low else "supply high")
            yield _failed(f"supply: {halves / 1000:.2f} V at the socket is {wrong}")
        fine = VSYS_MV[0] <= thirds <= VSYS_MV[1]
        wrong = "" if fine else f", but it must be 3.0 to 5.5 V: {self._advise('vsys')}"
        yield BenchCheck(fine, f"VSYS: {thirds / 1000:.2f} V{wrong}")

    def _box(self, seat: int) -> Iterator[BenchCheck]:
        """Look for the two chips of a seat."""
        who = WIND_NAMES[seat]
        heard, sda, scl = self._evaluate(f"found({seat})")
        others = [address for address in heard if address not in (EXPANDER, DISPLAY)]
        if not sda or not scl:
            yield _failed(f"{who}: {self._advise('SCL' if sda else 'SDA')}")
        elif not heard:
            yield _failed(f"{who}: {self._advise('no seat', limiter=LIMITERS[seat])}")
        elif EXPANDER not in heard:
            where = f"; something else answers at {others[0]:#x}: {self._advise('expander address')}" if others else ""
            yield _failed(f"{who}: {self._advise('no expander', address=f'{EXPANDER:#x}')}{where}")
        elif DISPLAY not in heard:
            where = f", but something does at {others[0]:#x}: {self._advise('display address')}" if others else ""
            advice = "" if others else self._advise("no display at all")
            yield _failed(f"{who}: {self._advise('no display', address=f'{DISPLAY:#x}')}{where}{advice}")
        elif others:
            yield _failed(f"{who}: something else answers at {others[0]:#x}")
        else:
            yield _passed(f"{who}: expander and display answer")

    def _switch(self, seats: list[int]) -> Iterator[BenchCheck]:
        """Switch the seats off and on: a limiter that does not let go cannot save a table either."""
        if not seats:
            return
        self._evaluate("switch(False)")
        on = [seat for seat in seats if self._evaluate(f"found({seat})")[0]]
        self._evaluate("switch(True)")
        off = [seat for seat in seats if not self._evaluate(f"found({seat})")[0]]
        for seat in on:
            yield _failed(f"{WIND_NAMES[seat]}: still answers when it is switched off: check EN of {LIMITERS[seat]}")
        for seat in off:
            yield _failed(f"{WIND_NAMES[seat]}: does not answer when it is switched on again: check {LIMITERS[seat]}")
        if not on and not off:
            yield _passed("the seats can be switched off and on")

    def _wire(self, seat: int) -> Iterator[BenchCheck]:
        """Let a box call on its interrupt wire, and see which pins hear it."""
        who, one = WIND_NAMES[seat], seat
        before, during, after = self._evaluate(f"call({seat})")
        heard = [other for other in SEATS if before[other] and not during[other]]
        if not before[one]:
            yield _failed(f"{who}: {self._advise('interrupt low')}")
        elif heard == [one] and after[one]:
            yield _passed(f"{who}: the interrupt wire works")
        elif heard and heard != [one]:
            names = " and ".join(WIND_NAMES[other] for other in heard)
            yield _failed(f"{who}: its call is heard as {names}: {self._advise('interrupt joined')}")
        else:
            yield _failed(f"{who}: {self._advise('interrupt dead', resistor=f'R{33 + seat}')}")

    # ------------------------------------------------------------ observations by the builder

    def _show(self, seat: int) -> Iterator[BenchCheck]:
        who = WIND_NAMES[seat]
        self._evaluate(f"show({seat}, {who.upper()!r})")
        yield self._ask_operator(
            f"{who}: does its display show {who.upper()} upright in a frame, with all four edges visible?",
            "its display",
            f"{who}: {self._advise('picture')}",
        )

    def _lights(self, seat: int) -> Iterator[BenchCheck]:
        who = WIND_NAMES[seat]
        for lamp, light, name, advice in (
            (1, 0, "riichi lamp", "check R10, Q1, J4 and which way round the lamp is"),
            (0, 1, "light in RIICHI", "check Q2, R8 and J3 wires 3 and 4 (a 12 V light stays dark)"),
        ):
            wanted, got = self._evaluate(f"lamps({seat}, {lamp}, {light})")
            stuck = [pin for pin, bit in PIN_OF.items() if (wanted ^ got) & bit]
            if stuck:
                yield _failed(f"{who}: {stuck[0]} of U1 does not switch: look for solder between two of its legs")
                continue
            question = f"{who}: is the {name} lit, and the other one dark?"
            yield self._ask_operator(question, name, f"{who}: {name}: {advice}")
        self._evaluate(f"lamps({seat}, 0, 0)")

    def _test_buttons(self, seats: list[int]) -> Iterator[BenchCheck]:
        """Ask for every button in turn; one that is down already is named first."""
        wanted = [(seat, key) for seat in seats for key in KEYS] + [(-1, "TABLE"), (-1, "UNDO")]
        self._pressed_buttons(seats)  # what the latches kept from before
        held = list(self._pressed_buttons(seats))
        for place, key in held:
            parts = self._advise("held", parts=parts_behind_key(key, breadboard=self._is_breadboard))
            yield _failed(f"{_box_name(place)}: {key} is down though it is not pressed: {parts}")
        for place, key in wanted:
            if (place, key) not in held:
                yield self._test_button(seats, place, key, held)

    def _test_button(self, seats: list[int], place: int, key: str, held: list[tuple[int, str]]) -> BenchCheck:
        who = _box_name(place)
        self._person.instruct(f"{who}: press {key}")
        begun = self._clock()
        while self._clock() - begun < PRESS_S:
            heard = self._pressed_buttons(seats)
            new = [one for one in heard if one not in held]
            if new:
                while list(self._pressed_buttons(seats)) != held and self._clock() - begun < PRESS_S:
                    self._pause(POLL_S)
                return self._judge_press(place, key, new, latched=heard[new[0]])
            self._pause(POLL_S)
        parts = self._advise("unheard", parts=parts_behind_key(key, breadboard=self._is_breadboard))
        return _failed(f"{who}: {key} was not detected: {parts}")

    @staticmethod
    def _judge_press(place: int, key: str, new: list[tuple[int, str]], *, latched: bool) -> BenchCheck:
        """Return the result of a press: the right button, alone, and caught by its chip."""
        who = _box_name(place)
        if new != [(place, key)]:
            names = " and ".join(f"{_box_name(other)} {name}" for other, name in new)
            return _failed(f"{who}: {key} was pressed but detected as {names}: two wires are swapped or joined")
        if not latched:
            chip = "the Pico" if place < 0 else "U1"
            return _failed(f"{who}: {key} is detected but not latched by {chip}: a short press would be lost")
        return _passed(f"{who}: {key}")

    def _pressed_buttons(self, seats: list[int]) -> dict[tuple[int, str], bool]:
        """Return the buttons that are down, and whether the latch of their chip caught it."""
        return {(place, str(name)): bool(caught) for place, name, caught in self._evaluate(f"pressed({list(seats)})")}

    def _centre(self) -> Iterator[BenchCheck]:
        if not self._is_breadboard:
            yield from self._marker()
        self._evaluate(f"tone({TONE_HERTZ})")
        yield self._ask_operator("buzzer: do you hear it?", "buzzer", f"buzzer: {self._advise('buzzer')}")
        self._evaluate("tone(0)")
        if not self._is_breadboard:
            yield self._light_sensor()

    def _marker(self) -> Iterator[BenchCheck]:
        for cell, wind in enumerate(WIND_NAMES):
            self._evaluate(f"glow({cell})")
            yield self._ask_operator(
                f"marker: does {wind[0]} glow, and no other letter?",
                f"marker {wind[0]}",
                f"marker: {wind[0]} is dark or another letter glows: check U3, R27, the arrows on the strip and "
                "the order E S W N",
            )
        self._evaluate("glow(-1)")

    def _light_sensor(self) -> BenchCheck:
        before = self._evaluate("light()")
        self._person.ask("light sensor: cover it with a finger and answer yes")
        after = self._evaluate("light()")
        fine = after < DARKER * before
        wrong = "" if fine else ": it does not detect the finger: check J10, R32 and that the collector is at wire 1"
        return BenchCheck(fine, f"light sensor: {before} open, {after} covered{wrong}")

    # ------------------------------------------------------------ the board's prompt

    def _advise(self, fault: str, **words: str) -> str:
        """Return where to look for a fault, with the words that its sentence has room for."""
        return (BREADBOARDS if self._is_breadboard else BOXES)[fault].format(**words)

    def _ask_operator(self, question: str, what: str, advice: str) -> BenchCheck:
        yes = self._person.ask(question)
        return BenchCheck(yes, f"{question.partition(':')[0]}: {what}" if yes else advice)

    def _evaluate(self, call: str) -> Any:
        value = self._run(f"print(repr({call}))")
        if value is None:
            raise LinkFault(
                "no_answer", f"the board does not answer the call {call}: plug it in again and repeat the test", "port"
            )
        return value[0]

    def _run(self, program: str) -> tuple[Any] | None:
        """Run a program that prints one value, and return it in a tuple; None when it did not come so far."""
        try:
            printed = self._board.exec(program).decode("utf-8", "replace").strip()
            return (ast.literal_eval(printed.splitlines()[-1]),)
        except (LinkFault, ValueError, SyntaxError, IndexError):
            return None


def _box_name(place: int) -> str:
    return "centre box" if place < 0 else WIND_NAMES[place]
