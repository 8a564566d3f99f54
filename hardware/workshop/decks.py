"""The circuit simulations: four ngspice decks filled from the description, and what each must measure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from workshop.checks import bus
from workshop.design import quantity
from workshop.firmware import NOTICE

if TYPE_CHECKING:
    from workshop.design import Design

LENGTHS = (0.6, 1.0, 3.0)
PICO_WATTS = 0.117  # 30 mA at 3.3 V behind a converter of 85 %
JOURNAL_MS = 13.0  # one event of the journal on flash: new file, three or four pages, a quarter of an erase


@dataclass(frozen=True)
class Expected:
    """A measurement of a deck in one case, and the span it must lie in."""

    deck: str
    case: str
    name: str
    low: float
    high: float
    unit: str
    says: str


EXPECTED = (
    Expected("seat-line", "0.6m-2200", "rise", 120, 300, "ns", "rise time with a 0.6 m lead"),
    Expected("seat-line", "0.6m-2200", "undershoot", -0.1, 0.5, "V", "lowest voltage with a 0.6 m lead"),
    Expected("seat-line", "0.6m-2200", "low", 0, 0.4, "V", "what a low is at the seat"),
    Expected("seat-line", "1m-2200", "rise", 120, 300, "ns", "rise time with a 1 m lead"),
    Expected("seat-line", "1m-2200", "undershoot", -0.1, 0.5, "V", "lowest voltage with a 1 m lead"),
    Expected("seat-line", "3m-2200", "rise", 300, 500, "ns", "rise time with a 3 m lead: too slow"),
    Expected("seat-line", "3m-1200", "rise", 120, 300, "ns", "rise time with a 3 m lead and 1.2 kohm"),
    Expected("seat-line", "3m-1200", "low", 0, 0.4, "V", "what a low is then"),
    Expected("button", "with", "highest", 3.2, 3.6, "V", "highest voltage on a button beside the pixel wire"),
    Expected("button", "with", "lowest", 2.64, 3.3, "V", "lowest voltage: still a high"),
    Expected("button", "without", "highest", 3.6, 7, "V", "the same without the capacitor: too high for the Pico"),
    Expected("button", "with", "pressed", 0, 0.66, "V", "pressed through 100 ohm of dirt"),
    Expected("power-loss", "supply-only", "seen", 0.2, 5, "ms", "5 V gone until V5_SENSE is under half"),
    Expected("power-loss", "supply-only", "hold", 3 * JOURNAL_MS, 200, "ms", "5 V gone until VSYS is under 2.2 V"),
    Expected("power-loss", "usb-stays", "rest", 0, 1.25, "V", "V5_SENSE with USB alone and a leaking D2"),
    Expected("power-loss", "supply-only", "healthy", 2.3, 2.62, "V", "V5_SENSE with the supply"),
    Expected("reset", "sag", "held", 0, 0.66, "V", "RUN while the 3.3 V sags to 1.9 V"),
    Expected("reset", "sag", "before", 3.0, 3.4, "V", "RUN before"),
    Expected("reset", "sag", "after", 3.0, 3.4, "V", "RUN after"),
)


def decks(design: Design) -> dict[str, str]:
    """Write every deck by its name."""
    made = {"seat-line": _seat_line(design), "button": _button(design), "power-loss": _power_loss(design)}
    made["reset"] = _reset(design)
    return {name: f"* {title} {NOTICE}\n{body}" for name, body in made.items() for title in [TITLES[name]]}


TITLES = {
    "seat-line": "One I2C line from the Pico through the lead to a seat.",
    "button": "A button of the centre box whose wire lies beside the pixel wire.",
    "power-loss": "The 5 V supply goes: what V5_SENSE sees and how long the Pico lives.",
    "reset": "The 3.3 V sags and comes back: the supervisor holds RUN.",
}


def _ohms(design: Design, ref: str) -> float:
    return design.parts[f"centre/{ref}"].ohms or 0.0


def _farads(design: Design, ref: str) -> float:
    return quantity(design.parts[f"centre/{ref}"].order["value"])


def _seat_line(design: Design) -> str:
    line = bus.measure(design, "EAST_SDA")
    kind = design.source["cable_kinds"]["patch"]
    near = design.kinds["PICO"].facts["capacitance_pf"]
    ends = line.picofarads - near - kind["pf_per_metre"] * kind["metres"]
    cases = [(length, line.pull_up or 0) for length in LENGTHS] + [(3.0, 1200.0)]
    runs = "\n".join(_line_case(kind, length, ohms) for length, ohms in cases)
    return f"""* pull-up and series resistor in the centre box, the lead as three L-C cells, chips at its end
.param RP={line.pull_up:.0f} CL=31p LL=0.36u
Vdd vdd 0 3.3
Vgate gate 0 PULSE(3.3 0 1u 5n 5n 1.25u 2.5u)
Spico pico 0 gate 0 drain
.model drain sw(vt=1.65 vh=0.1 ron=40 roff=100meg)
Cpico pico 0 {near:.0f}p
Rseries pico near {line.series:.0f}
Rpull vdd near {{RP}}
L1 near one {{LL/3}}
C1 one 0 {{CL/3}}
L2 one two {{LL/3}}
C2 two 0 {{CL/3}}
L3 two far {{LL/3}}
C3 far 0 {{CL/3}}
Cfar far 0 {ends:.1f}p
.control
{runs}
quit
.endc
.end
"""


def _line_case(kind: dict[str, float], length: float, ohms: float) -> str:
    return f"""echo CASE {length:g}m-{ohms:.0f}
alterparam CL = {kind["pf_per_metre"] * length:.1f}p
alterparam LL = {kind["nh_per_metre"] * length / 1000:.3f}u
alterparam RP = {ohms:.0f}
reset
tran 1n 6u
meas tran rise TRIG v(far) VAL=0.99 RISE=1 TARG v(far) VAL=2.31 RISE=1
meas tran undershoot MIN v(far)
meas tran low FIND v(far) AT=3.4u"""


def _button(design: Design) -> str:
    return f"""* 30 pF between the wires is 60 cm side by side, four times what is in the box
.param CF={_farads(design, "C6"):g}
Vdd vdd 0 3.3
Vpixel pixel 0 PULSE(0 5 1u 5n 5n 0.4u 1.25u)
Ccouple pixel line 30p
Cwire line 0 20p
Rpull vdd line {_ohms(design, "R24"):.0f}
Cfilter line 0 {{CF}}
Vpress press 0 PWL(0 0 60u 0 60.1u 5)
Skey line dirt press 0 key
Rdirt dirt 0 100
.model key sw(vt=2.5 vh=0.1 ron=0.1 roff=1e12)
.control
echo CASE with
reset
tran 10n 100u
meas tran highest MAX v(line) FROM=2u TO=59u
meas tran lowest MIN v(line) FROM=2u TO=59u
meas tran pressed FIND v(line) AT=95u
echo CASE without
alterparam CF = 1f
reset
tran 10n 100u
meas tran highest MAX v(line) FROM=2u TO=59u
meas tran lowest MIN v(line) FROM=2u TO=59u
quit
.endc
.end
"""


def _power_loss(design: Design) -> str:
    watts = PICO_WATTS
    return f"""* the supply opens at 20 ms; the Pico draws the same power from whatever voltage is left
.param USB=0 LEAK=0
Vsupply source 0 5.1
Sfuse source socket cut 0 breaker
Vcut cut 0 PWL(0 5 20m 5 20.01m 0)
.model breaker sw(vt=2.5 vh=0.1 ron=0.07 roff=1e9)
Rfuse socket v5in 0.001
Rbleed v5in 0 {_ohms(design, "R21"):.0f}
Rtop v5in sense {_ohms(design, "R19"):.0f}
Rbottom sense 0 {_ohms(design, "R20"):.0f}
Csense sense 0 {_farads(design, "C5"):g}
D2 v5in v5 schottky
.model schottky d(is=1u n=1.05 rs=0.05)
Ileak v5 v5in {{LEAK}}
Cpixel v5 0 {_farads(design, "C2"):g} ic=4.7
Rload v5 0 30
Vusb vbus 0 {{USB}}
Susb vbus usbpin vbus 0 plug
.model plug sw(vt=2.5 vh=0.1 ron=0.1 roff=1e9)
D3 usbpin v5 schottky
D4 v5 vsys schottky
Dpico usbpin vsys schottky
Rcharge vsys hold {_ohms(design, "R22"):.0f}
D7 hold vsys schottky
Chold hold 0 {_farads(design, "C1"):g} ic=4.4
Bpico vsys 0 I={watts}/max(v(vsys),1.8)
Cvsys vsys 0 10u ic=4.4
.control
echo CASE supply-only
reset
tran 20u 250m uic
meas tran healthy FIND v(sense) AT=19m
meas tran seen TRIG AT=20m TARG v(sense) VAL=1.25 FALL=LAST
meas tran hold TRIG AT=20m TARG v(vsys) VAL=2.2 FALL=LAST
echo CASE usb-stays
alterparam USB = 5
alterparam LEAK = 1m
reset
tran 20u 120m uic
meas tran rest FIND v(sense) AT=100m
quit
.endc
.end
"""


def _reset(design: Design) -> str:
    low, high = next(part for part in design.of_kind("SUPERVISOR")).order["trips_at"]
    middle, half = (low + high) / 2, (high - low) / 2
    return f"""* open drain with 5 kohm inside, the Pico's own 50 kohm on RUN; it holds on for 350 ms after the return
Vdd vdd 0 PWL(0 3.3 10m 3.3 12m 1.9 30m 1.9 32m 3.3 600m 3.3)
Vdelay late 0 PWL(0 0 11m 0 11.01m 1 382m 1 382.01m 0)
Btrip trip 0 V = (v(vdd) < {middle:.3f} - {half:.3f}) || (v(late) > 0.5) ? 1 : 0
Sdrain run 0 trip 0 drain
.model drain sw(vt=0.5 vh=0.1 ron=125 roff=10meg)
Rpull vdd run 5k
Rpico vdd run 50k
Crun run 0 100p
.control
echo CASE sag
reset
tran 100u 500m
meas tran before FIND v(run) AT=8m
meas tran held MAX v(run) FROM=13m TO=31m
meas tran after FIND v(run) AT=450m
quit
.endc
.end
"""
