"""Decks of the supplies: loss, inrush, two at once, too many volts, a seat plugged in, a crushed lead, the reset."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workshop import power
from workshop.spice_signal_lines import Expected, alterparam_lines, farads, ohms

if TYPE_CHECKING:
    from workshop.design import Design

PICO_WATTS = 0.155  # 40 mA at 3.3 V behind a converter of 85 %
ERASE_MS = 45.0  # what the flash's maker calls usual for the erase of a sector, the longest single step of the journal
CAN_TOLERANCE = 0.2
SEATS_OHMS = 8.0  # three seats and the pixels, at the firmware's caps

EXPECTED = (
    Expected("power-loss", "supply-only", "seen", 0.2, 5, "ms", "5 V gone until V5_SENSE is under half"),
    Expected(
        "power-loss", "supply-only", "hold", ERASE_MS, 300, "ms", "5 V gone until VSYS is under 2.2 V, worst case"
    ),
    Expected("power-loss", "supply-only", "healthy", 2.3, 2.62, "V", "V5_SENSE with the supply"),
    Expected("power-loss", "usb-stays", "rest", 0, 0.5, "V", "V5_SENSE with USB alone"),
    Expected("power-loss", "usb-stays", "fallen", 3.0, 5.25, "V", "VSYS when the supply goes and USB stays"),
    Expected("inrush", "usb", "most", 0.3, 0.5, "A", "most that a computer gives, once the Pico's own 47 uF are full"),
    Expected("inrush", "usb", "ready", 0.5, 50, "ms", "until the 5 V rail stands on USB"),
    Expected("inrush", "supply", "most", 0.8, 3, "A", "most that the supply gives while everything charges"),
    Expected("two-supplies", "weak-supply", "usb", 0, 0.06, "A", "USB 5.25 V beside a supply of 4.85 V: from USB"),
    Expected("two-supplies", "weak-supply", "back", -0.001, 0.001, "A", "the same: back into the supply"),
    Expected("two-supplies", "usb-alone", "usb", 0.25, 0.5, "A", "the supply pulled: from USB"),
    Expected("too-high", "usual", "passed", 5.1, 5.25, "V", "a supply of 5.25 V behind Q3"),
    Expected("too-high", "step-12", "peak", 0, 7, "V", "12.6 V plugged in hot: the most behind Q3"),
    Expected("too-high", "step-12", "passed", 0, 3, "V", "12.6 V: what is left behind Q3 after 7 ms, nothing lives"),
    Expected("too-high", "step-12", "zener", 5, 40, "mA", "12.6 V: through D2"),
    Expected("too-high", "step-12", "sense", 0, 0.1, "mA", "12.6 V: into the pin that measures it"),
    Expected("too-high", "ramp", "most", 5.3, 6.5, "V", "rising slowly: the most that ever passes"),
    Expected("hot-plug", "seat", "rail", 4.4, 5.1, "V", "a seat plugged in: lowest on the 5 V rail"),
    Expected("hot-plug", "seat", "over", 4.5, 6.0, "V", "highest at the seat's regulator"),
    Expected("hot-plug", "seat", "ready", 0.01, 10, "ms", "until the seat's 5 V stands"),
    Expected("crushed", "seat", "rail", 4.4, 5.1, "V", "a lead shorted: lowest on the 5 V rail of the others"),
    Expected("crushed", "seat", "short", 0.15, 0.3, "A", "into the shorted lead"),
    Expected("crushed", "seat", "supply", 0.3, 1.2, "A", "from the supply meanwhile"),
    Expected("crushed", "open", "regulator", 4.3, 5.1, "V", "one 5 V and one ground wire broken: at the seat"),
    Expected("reset", "sag", "held", 0, 0.66, "V", "RUN while the 3.3 V sags to 1.9 V"),
    Expected("reset", "sag", "before", 3.0, 3.4, "V", "RUN before"),
    Expected("reset", "sag", "after", 3.0, 3.4, "V", "RUN after"),
)


def decks(design: Design) -> dict[str, tuple[str, str]]:
    """Return title and body of every deck by its name."""
    return {
        "power-loss": ("The 5 V supply goes: what V5_SENSE sees and how long the Pico lives.", _power_loss(design)),
        "inrush": ("The table is plugged in: what the source has to give.", _inrush(design)),
        "two-supplies": ("A weak supply and a strong USB port at once.", _two(design)),
        "too-high": ("A supply of too many volts.", _too_high(design)),
        "hot-plug": ("A seat is plugged in while the others play.", _hot_plug(design)),
        "crushed": ("A lead is crushed while the others play.", _crushed(design)),
        "reset": ("The 3.3 V sags and comes back: the supervisor holds RUN.", _reset(design)),
    }


def _most(design: Design, ref: str) -> float:
    """Return the greatest amperes of a limiter."""
    return (power.limiter_currents(design, design.parts[f"centre/{ref}"]) or (0.0, 0.0, 0.0))[2] / 1000


def _limiter(name: str, start: str, end: str, most: float, on: str = "1") -> str:
    """Write a limiter: its resistance up to its limit, nothing backwards, nothing while `on` is false."""
    return f"B{name} {start} {end} I=({on}) ? min(max((v({start})-v({end}))/0.135, 0), {most:.4f}) : 0"


DIODE = ".model schottky d(is=1u n=1.05 rs=0.05)"


def _pico(design: Design, *, worst: bool = False) -> str:
    """Write the Pico with its hold-up: it draws the same power from the voltage that is left."""
    hold = farads(design, "centre/C1") * (1 - CAN_TOLERANCE if worst else 1)
    return f"""D4 v5 vsys schottky
Dpico vbus vsys schottky
Rcharge vsys hold {ohms(design, "centre/R22"):.0f}
D7 hold vsys schottky
Chold hold 0 {hold:g} ic={{START}}
Bpico vsys 0 I={PICO_WATTS}/max(v(vsys),1.8)/(1+exp(20*(1.5-v(vsys))))
Cvsys vsys 0 47u ic={{START}}
{DIODE}"""


def _power_loss(design: Design) -> str:
    return f"""* the weakest supply opens at 20 ms
.param USB=0 START=4.1
Vsupply source 0 4.85
Sfuse source socket cut 0 breaker
Rfuse socket v5in 0.2
Vcut cut 0 PWL(0 5 20m 5 20.01m 0)
.model breaker sw(vt=2.5 vh=0.1 ron=0.01 roff=1e9)
Rbleed v5in 0 {ohms(design, "centre/R21"):.0f}
Rtop socket sense {ohms(design, "centre/R19"):.0f}
Rbottom sense 0 {ohms(design, "centre/R20"):.0f}
Csense sense 0 {farads(design, "centre/C5"):g}
Cin v5in 0 {farads(design, "centre/C3") + farads(design, "centre/C17"):g} ic=4.8
{_limiter("supply", "v5in", "v5", _most(design, "U2"))}
Cpixel v5 0 {farads(design, "centre/C2"):g} ic=4.5
Rload v5 0 {SEATS_OHMS}
Vusb vbus 0 {{USB}}
{_pico(design, worst=True)}
.control
echo CASE supply-only
reset
tran 20u 300m uic
meas tran healthy FIND v(sense) AT=19m
meas tran seen TRIG AT=20m TARG v(sense) VAL=1.25 FALL=LAST
meas tran hold TRIG AT=20m TARG v(vsys) VAL=2.2 FALL=LAST
echo CASE usb-stays
alterparam USB = 5
reset
tran 20u 120m uic
meas tran rest FIND v(sense) AT=100m
meas tran fallen MIN v(vsys) FROM=20m TO=120m
quit
.endc
.end
"""


def _inrush(design: Design) -> str:
    rest = sum(farads(design, f"centre/C{number}") for number in (4, 8))
    seats = 4 * (farads(design, "centre/C13") + farads(design, "east/C8") + farads(design, "east/C6"))
    usb = alterparam_lines({"MOST": f"{_most(design, 'U10'):.4f}", "JOINED": 0.001, "LOAD": 0.1})
    supply = alterparam_lines({"MOST": f"{_most(design, 'U2'):.4f}", "JOINED": 1e9, "LOAD": 0.5})
    return f"""* all capacitors empty, all seats plugged; the rail then draws what the caps allow
.param MOST=0.4 JOINED=0.001 LOAD=0.1 START=0
Vport plug 0 PWL(0 0 1m 0 1.01m 5.25)
Rport plug in 0.15
Cin in 0 {farads(design, "centre/C12"):g}
Blimit in v5 I=min(max((v(in)-v(v5))/0.135, 0), {{MOST}})
Rusb in vbus {{JOINED}}
Cbulk v5 0 {farads(design, "centre/C2"):g} ic=0
Crest v5 0 {rest:g} ic=0
Bseats v5 seat I=min(max((v(v5)-v(seat))/0.135, 0), {4 * _most(design, "U11"):.4f})
Cseats seat 0 {seats:g} ic=0
Bdraw v5 0 I={{LOAD}}/(1+exp(10*(4-v(v5))))
Rvbus vbus 0 1e6
{_pico(design)}
.control
echo CASE usb
{usb}
reset
tran 10u 80m uic
let drawn = -i(Vport)
meas tran most MAX drawn FROM=1.5m TO=80m
meas tran ready TRIG AT=1m TARG v(v5) VAL=4.5 RISE=1
echo CASE supply
{supply}
reset
tran 10u 80m uic
let drawn = -i(Vport)
meas tran most MAX drawn
quit
.endc
.end
"""


def _two(design: Design) -> str:
    return f"""* Q2 pulls U10's enable down while there is a supply; the Pico's own diode stays
.param SUPPLY=4.85 START=4.2
Vsupply source 0 {{SUPPLY}}
Rfuse source v5in 0.2
Rbase v5in base {ohms(design, "centre/R40"):.0f}
Rdown base 0 {ohms(design, "centre/R41"):.0f}
Q2 enable base 0 npn
.model npn npn(bf=250 is=1e-14)
Vusb port 0 5.25
Rport port vbus 0.1
Rup vbus enable {ohms(design, "centre/R42"):.0f}
{_limiter("supply", "v5in", "v5", _most(design, "U2"))}
{_limiter("usb", "vbus", "v5", _most(design, "U10"), "v(enable) > 1.1")}
Cbulk v5 0 {farads(design, "centre/C2"):g} ic=4.5
Rload v5 0 {{SUPPLY > 1 ? {SEATS_OHMS} : 18}}
{_pico(design)}
.control
echo CASE weak-supply
reset
tran 50u 1.5 uic
let drawn = -i(Vusb)
let given = min(-i(Vsupply), 0)
meas tran usb FIND drawn AT=1.4
meas tran back MIN given FROM=100m TO=1.4
echo CASE usb-alone
alterparam SUPPLY = 0
reset
tran 50u 1.5 uic
let drawn = -i(Vusb)
meas tran usb FIND drawn AT=1.4
quit
.endc
.end
"""


def _too_high(design: Design) -> str:
    low, high = design.parts["centre/D2"].order["breaks_at"]
    return f"""* Q3 passes until D2 conducts and Q4 pulls its gate up
Vsupply source 0 PWL(0 0 1m 0 {{1m+RISE}} {{TOP}})
.param TOP=5.25 RISE=10u
Rlead source socket 0.1
Llead socket pin 0.3u
Rfuse pin in 0.1
Cin in 0 {farads(design, "centre/C17"):g}
M3 safe gate in in pmos w=1 l=1u
.model pmos pmos(vto=-1.0 kp=20u level=1 is=1e-14)
Rgate gate 0 {ohms(design, "centre/R43"):.0f}
Cgate gate in 0.8n
Q4 gate shut in pnp
.model pnp pnp(bf=150 is=1e-14 tf=0.4n)
Rshut in shut {ohms(design, "centre/R44"):.0f}
Rzener shut high {ohms(design, "centre/R45"):.0f}
Vzener high cathode 0
D2 0 cathode zener
.model zener d(bv={(low + high) / 2:.2f} ibv=5m nbv=8 is=1e-14 rs=8)
Csafe safe 0 {farads(design, "centre/C3"):g}
Bdraw safe 0 I=0.5/(1+exp(10*(3-v(safe))))
Rsafe safe 0 10k
Rtop in sense {ohms(design, "centre/R19"):.0f}
Rbottom sense 0 {ohms(design, "centre/R20"):.0f}
Csense sense 0 {farads(design, "centre/C5"):g}
Vsense sense pad 0
Dpad pad rail clamp
Vrail rail 0 3.3
.model clamp d(is=1p n=1 rs=2)
.control
echo CASE usual
reset
tran 1u 6m
meas tran passed FIND v(safe) AT=5.5m
echo CASE step-12
alterparam TOP = 12.6
reset
tran 1u 8m
meas tran peak MAX v(safe)
meas tran passed FIND v(safe) AT=7.9m
meas tran zener FIND i(Vzener) AT=7.9m
meas tran sense FIND i(Vsense) AT=7.9m
echo CASE ramp
alterparam RISE = 100m
reset
tran 50u 110m
meas tran most MAX v(safe)
quit
.endc
.end
"""


def _seat(design: Design, load: str) -> str:
    """Write the rail that feeds all seats and one seat's limiter, up to its jack."""
    kind = design.source["cable_kinds"]["patch"]
    return f"""Vsupply source 0 4.9
Rfuse source v5in 0.2
Cin v5in 0 {farads(design, "centre/C3"):g} ic=4.9
{_limiter("supply", "v5in", "v5", _most(design, "U2"))}
Cbulk v5 esr {farads(design, "centre/C2"):g} ic=4.75
Resr esr 0 0.1
Rothers v5 0 {SEATS_OHMS}
{_limiter("seat", "v5", "jack", _most(design, "U11"))}
Cjack jack 0 {farads(design, "centre/C13"):g} ic=4.7
{load}
.model plug sw(vt=2.5 vh=0.1 ron=0.02 roff=1e9)
.param LEAD={power.lead_ohms(design, "EAST lead"):.3f} COIL={kind["nh_per_metre"] * kind["metres"]:.0f}n
"""


def _hot_plug(design: Design) -> str:
    load = f"""Splug jack lead plug 0 plug
Vplug plug 0 PWL(0 0 1m 0 1.001m 5)
Llead lead coil {{COIL}}
Rlead coil far {{LEAD}}
Cseat far 0 {farads(design, "east/C8"):g} ic=0
Rregulator far out 0.5
Cout out 0 {farads(design, "east/C6"):g} ic=0
Bdraw out 0 I=0.1/(1+exp(10*(3-v(out))))"""
    return f"""* the seat's capacitors are empty when the plug touches
{_seat(design, load)}.control
echo CASE seat
tran 0.2u 12m uic
meas tran rail MIN v(v5) FROM=0.9m TO=12m
meas tran over MAX v(far) FROM=1m TO=12m
meas tran ready TRIG AT=1m TARG v(far) VAL=4.4 RISE=1
quit
.endc
.end
"""


def _crushed(design: Design) -> str:
    load = """Splug jack fault plug 0 plug
Vplug plug 0 PWL(0 0 1m 0 1.001m {SHORT})
Rfault fault 0 0.1
Rlead jack far {LEAD*OPEN}
Rseat far 0 40"""
    return f"""* all 5 V wires meet all grounds; then one wire of each pair is broken instead
.param SHORT=5 OPEN=1
{_seat(design, load)}.control
echo CASE seat
reset
tran 2u 30m uic
meas tran rail MIN v(v5) FROM=0.9m TO=30m
let short = v(fault)/0.1
meas tran short FIND short AT=29m
let given = -i(Vsupply)
meas tran supply FIND given AT=29m
echo CASE open
alterparam SHORT = 0
alterparam OPEN = 2
reset
tran 2u 10m uic
meas tran regulator FIND v(far) AT=9m
quit
.endc
.end
"""


def _reset(design: Design) -> str:
    low, high = next(part for part in design.parts_of_kinds("SUPERVISOR")).order["trips_at"]
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
