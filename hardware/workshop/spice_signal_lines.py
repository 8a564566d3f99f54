"""Decks of the signal lines: the seats' bus with its neighbours, the buttons, static, and a lead that is shorted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workshop.checks import bus
from workshop.design import quantity

if TYPE_CHECKING:
    from workshop.design import Design

LENGTHS = (0.6, 1.5, 2.0, 3.0)
NO_MODULE = 1e9
HUMAN = (8000.0, "150p", 330)  # volts, farads and ohms of a person with a tool, by IEC 61000-4-2


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
    Expected("seat-line", "0.6m", "rise", 120, 300, "ns", "rise time with a 0.6 m lead"),
    Expected("seat-line", "0.6m", "undershoot", -0.1, 0.5, "V", "lowest voltage with a 0.6 m lead"),
    Expected("seat-line", "1.5m", "rise", 120, 300, "ns", "rise time with a 1.5 m lead"),
    Expected("seat-line", "1.5m", "undershoot", -0.1, 0.5, "V", "lowest voltage with a 1.5 m lead"),
    Expected("seat-line", "2m", "rise", 120, 300, "ns", "rise time with a 2 m lead"),
    Expected("seat-line", "2m", "low", 0, 0.4, "V", "what a low is at the seat"),
    Expected("seat-line", "2m", "undershoot", -0.1, 0.5, "V", "lowest voltage with a 2 m lead"),
    Expected("seat-line", "2m-module", "rise", 80, 300, "ns", "rise time with a module's own pull-ups"),
    Expected("seat-line", "2m-module", "low", 0, 0.4, "V", "what a low is then, at the seat"),
    Expected("seat-line", "2m-module", "sunk", 0.5, 3, "mA", "what the Pico sinks then"),
    Expected("seat-line", "3m", "rise", 300, 600, "ns", "rise time with a 3 m lead: too slow"),
    Expected("crosstalk", "2m", "data", 2.31, 3.3, "V", "lowest a resting data line sees when the clock falls"),
    Expected("crosstalk", "2m", "clock", 2.31, 3.3, "V", "lowest a resting clock sees when the interrupt falls"),
    Expected("crosstalk", "2m", "told", 0, 0.8, "V", "the interrupt at the Pico once it has fallen"),
    Expected("button", "with", "highest", 3.2, 3.6, "V", "highest voltage on a button beside the pixel wire"),
    Expected("button", "with", "lowest", 2.64, 3.3, "V", "lowest voltage: still a high"),
    Expected("button", "without", "highest", 3.6, 7, "V", "the same without the capacitor: too high for the Pico"),
    Expected("button", "with", "pressed", 0, 0.66, "V", "pressed through 100 ohm of dirt"),
    Expected("static", "key", "stored", 5, 20, "V", "8 kV on a key: what its capacitor rises to"),
    Expected("static", "key", "clamped", 0, 20, "mA", "8 kV on a key: what the chip's pin has to take"),
    Expected("static", "bare", "clamped", 50, 1e5, "mA", "the same without resistor and with 10 nF: too much"),
    Expected("shorted-line", "data", "clamped", 0, 20, "mA", "5 V on a data line: what the Pico's pin has to take"),
    Expected("shorted-line", "interrupt", "clamped", 0, 2, "mA", "5 V on the interrupt line: the same"),
    Expected("shorted-line", "data", "rail", 3.2, 3.4, "V", "the Pico's 3.3 V meanwhile"),
)


def decks(design: Design) -> dict[str, tuple[str, str]]:
    """Return title and body of every deck by its name."""
    return {
        "seat-line": ("One I2C line from the Pico through the lead to a seat.", _seat_line(design)),
        "crosstalk": ("Data, clock and interrupt beside each other in one lead.", _crosstalk(design)),
        "button": ("A button of the centre box whose wire lies beside the pixel wire.", _button(design)),
        "static": ("A charged person touches a key.", _static(design)),
        "shorted-line": ("A crushed lead puts 5 V on a line.", _shorted(design)),
    }


def ohms(design: Design, part: str) -> float:
    """Return the resistance of a part, such as `centre/R21`."""
    return design.parts[part].ohms or 0.0


def farads(design: Design, part: str) -> float:
    """Return the capacitance of a part."""
    return quantity(design.parts[part].order["value"])


def _seat_line(design: Design) -> str:
    line = bus.add_up_line(design, "EAST_SDA")
    kind = design.source["cable_kinds"]["patch"]
    near = design.kinds["PICO"].facts["capacitance_pf"]
    ends = line.picofarads - near - kind["pf_per_metre"] * kind["metres"]
    cases = [(f"{length:g}m", length, NO_MODULE) for length in LENGTHS]
    cases.append(("2m-module", 2.0, float(design.source["bus"]["module_ohms"])))
    runs = "\n".join(_line_case(kind, *case) for case in cases)
    return f"""* series resistor in the centre box, the lead as three L-C cells, pull-up and chips at its end
.param RP={line.pull_up or 0:.0f} RM=1g CL=31p LL=0.36u
Vdd vdd 0 3.3
Vgate gate 0 PULSE(3.3 0 1u 5n 5n 1.25u 2.5u)
Vsunk pico drainpin 0
Spico drainpin 0 gate 0 drain
.model drain sw(vt=1.65 vh=0.1 ron=40 roff=100meg)
Cpico pico 0 {near:.0f}p
Rseries pico near {line.series:.0f}
L1 near one {{LL/3}}
C1 one 0 {{CL/3}}
L2 one two {{LL/3}}
C2 two 0 {{CL/3}}
L3 two far {{LL/3}}
C3 far 0 {{CL/3}}
Rpull vdd far {{RP}}
Rmodule vdd far {{RM}}
Cfar far 0 {ends:.1f}p
.control
{runs}
quit
.endc
.end
"""


def _line_case(kind: dict[str, float], case: str, length: float, module: float) -> str:
    return f"""echo CASE {case}
alterparam CL = {kind["pf_per_metre"] * length:.1f}p
alterparam LL = {kind["nh_per_metre"] * length / 1000:.3f}u
alterparam RM = {module:g}
reset
tran 1n 6u
meas tran rise TRIG v(far) VAL=0.99 RISE=1 TARG v(far) VAL=2.31 RISE=1
meas tran undershoot MIN v(far)
meas tran low FIND v(far) AT=3.4u
meas tran sunk FIND i(Vsunk) AT=3.4u"""


def _crosstalk(design: Design) -> str:
    line = bus.add_up_line(design, "EAST_SDA")
    kind = design.source["cable_kinds"]["patch"]
    between, beside = kind["coupling_pf_per_metre"] * kind["metres"], kind["pf_per_metre"] * kind["metres"]
    pull = f"{line.pull_up or 0:.0f}"
    return f"""* data rests high while the clock falls; then the clock rests high while the interrupt in its pair falls
Vdd vdd 0 3.3
Rdata vdd data {pull}
Cdata data 0 {line.picofarads:.1f}p
Rclock vdd clock {pull}
Cclock clock 0 {line.picofarads - beside:.1f}p
Vclock fall 0 PULSE(0 3.3 1u 5n 5n 1.25u 1)
Sclock clock low fall 0 drain
Rlow low 0 {line.series + 40:.0f}
.model drain sw(vt=1.65 vh=0.1 ron=0.1 roff=100meg)
Cbetween data clock {between:.1f}p
Cbeside clock wire {beside:.1f}p
Cover data wire {between:.1f}p
Vint press 0 PULSE(0 3.3 20u 5n 5n 1 2)
Sint pin 0 press 0 drain
Rseat pin wire {ohms(design, "east/R19"):.0f}
Cseat wire 0 {farads(design, "east/C10"):g}
Rcentre wire told {ohms(design, "centre/R33"):.0f}
Ctold told 0 10p
Rtold vdd told 60k
.control
echo CASE 2m
tran 2n 400u
meas tran data MIN v(data) FROM=0.5u TO=4u
meas tran clock MIN v(clock) FROM=15u TO=200u
meas tran told FIND v(told) AT=390u
quit
.endc
.end
"""


def _button(design: Design) -> str:
    return f"""* 30 pF between the wires is 60 cm side by side, four times what is in the box
.param CF={farads(design, "centre/C6"):g}
Vdd vdd 0 3.3
Vpixel pixel 0 PULSE(0 5 1u 5n 5n 0.4u 1.25u)
Ccouple pixel key 30p
Cwire key 0 20p
Cfilter key 0 {{CF}}
Rseries key line {ohms(design, "centre/R38"):.0f}
Rpull vdd line {ohms(design, "centre/R24"):.0f}
Cpin line 0 5p
Vpress press 0 PWL(0 0 60u 0 60.1u 5)
Skey key dirt press 0 key
Rdirt dirt 0 100
.model key sw(vt=2.5 vh=0.1 ron=0.1 roff=1e12)
.control
echo CASE with
reset
tran 10n 600u
meas tran highest MAX v(line) FROM=2u TO=59u
meas tran lowest MIN v(line) FROM=2u TO=59u
meas tran pressed FIND v(line) AT=590u
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


def _static(design: Design) -> str:
    volts, body, skin = HUMAN
    return f"""* the charge meets the key's capacitor; what is left goes through the resistor into the pin's clamps
.param CF={farads(design, "east/C2"):g} RS={ohms(design, "east/R13"):.0f}
Vdd vdd 0 3.3
Cbody body 0 {body} ic={volts:g}
Rskin body finger {skin}
Sfinger finger key touch 0 finger
.model finger sw(vt=0.5 vh=0.1 ron=0.1 roff=1e12)
Vtouch touch 0 PWL(0 0 0.1u 0 0.101u 1)
Cfilter key 0 {{CF}} ic=3.3
Rseries key entry {{RS}}
Vclamp entry pin 0
Rpull vdd pin {ohms(design, "east/R2"):.0f}
Dhigh pin vdd clamp
Dlow 0 pin clamp
.model clamp d(is=1p n=1 rs=2)
Cpin pin 0 10p ic=3.3
.control
echo CASE key
reset
tran 0.2n 20u uic
meas tran stored MAX v(key) FROM=0.1u TO=20u
meas tran clamped MAX i(Vclamp) FROM=0.1u TO=20u
echo CASE bare
alterparam CF = 10n
alterparam RS = 1
reset
tran 0.2n 20u uic
meas tran clamped MAX i(Vclamp) FROM=0.1u TO=20u
quit
.endc
.end
"""


def _shorted(design: Design) -> str:
    def case(name: str, series: float) -> str:
        return f"echo CASE {name}\nalterparam RS = {series:.0f}\nreset\ntran 1u 2m\n" + _CLAMPED

    return f"""* the line stands at 5.25 V; the Pico's pin holds on to its 3.3 V, on which the Pico's own load lies
.param RS=100
Vdd feed 0 3.3
Rvdd feed vdd 0.2
Dfeed feed vdd ideal
Iload vdd 0 30m
Cvdd vdd 0 10u ic=3.3
Vfault fault 0 5.25
Rseries fault entry {{RS}}
Vclamp entry pin 0
Dhigh pin vdd clamp
.model clamp d(is=1p n=1 rs=2)
.model ideal d(is=1n n=0.1)
.control
{case("data", ohms(design, "centre/R1"))}
{case("interrupt", ohms(design, "centre/R33"))}
quit
.endc
.end
"""


_CLAMPED = "meas tran clamped FIND i(Vclamp) AT=1.9m\nmeas tran rail FIND v(vdd) AT=1.9m"


def alterparam_lines(values: dict[str, Any]) -> str:
    """Write `alterparam` lines for the parameters of a case."""
    return "\n".join(f"alterparam {name} = {value}" for name, value in values.items())
