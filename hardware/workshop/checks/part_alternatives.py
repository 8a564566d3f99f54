"""Who makes a part, and what may stand in its place: a builder would solder the alternatives of the list."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from workshop.checks.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workshop.design import Design

# How a part's number begins, and whose number that is.
MAKERS = {
    "SC1632|SC0917|KSA-": "Raspberry Pi",
    "MCP": "Microchip",
    "25742": "Waveshare",
    "MB85RC": "RAMXEED",
    "TPS2553|SN74": "Texas Instruments",
    "AP2112K": "Diodes",
    "USBLC6": "STMicroelectronics",
    "RC0805|CC0805": "Yageo",
    "CL21": "Samsung",
    "EEU-FR": "Panasonic",
    "MF-MSMF": "Bourns",
    "SMAJ": "Littelfuse",
    "BZX84|BC817": "Nexperia",
    "SS34": "MDD",
    "MMBT3906LT": "onsemi",
    "AO3401A": "Alpha and Omega",
    "TEPT": "Vishay",
    "L-813": "Kingbright",
    "B3F|B32": "Omron",
    "OBSF": "Sanwa",
    "PKM22": "Murata",
    "WS2812B": "Worldsemi",
    "USB4135": "GCT",
    "54602": "Amphenol",
    r"B\dB-XH|XHP-\d": "JST",
    "M20-": "Harwin",
}
# What another part in the place of a kind must be called, whole.
INSTEAD = {
    "PICO": r"Raspberry Pi Pico H SC0917",
    "MCP23008": r"MCP23008T?-E/SO( .*)?",
    "SSD1309": r".*\bSSD1309 module with the same seven pins",
    "FRAM": r"FM24W256-G",
    "LIMITER": r"AP2553W6-7|TPS2553DBVT",
    "REGULATOR": r"(TLV75533P|AP2112K-3\.3)\w*",
    "SHIFTER": r".*74(AHCT|HCT)1G125\w*",
    "SUPERVISOR": r"MCP130T-(300|315)I/TT",
    "ESD": r"(SRV05-4|USBLC6-4)\w*",
    "R": r"any 0805 1 %",
    "C": r"any X[57]R 0805 {volts} V|any 105 degree of the same size",
    "FUSE": r".*1812L110/16MR|MF-MSMF110/16X?-2",
    "ZENER": r"BZX84-?B5V6.*",
    "NPN": r"BC817-(25|40)",
    "PNP": r"MMBT3906.*",
    "PMOS": r"DMP3099L-7|AO3401A.*",
    "PHOTO": r"TEPT5[67]00",
    "LED": r"any 10 mm red diffused",
    "PIEZO": r"any passive piezo of 22 mm for 2 kHz",
    "PIXELS": r"SK6812 RGB|WS2812B.*",
    "JACK": r"Molex 85502-5008",
    "LIT_SWITCH": r"any MX keyswitch for a plate",
}
DIODES = {"SMAJ12A": r"SMAJ12A( .*)?", "SS34": r"SS3[4-6]( .*)?"}
LEADS = r"(crossed|crossover)"


def check_maker_numbers(design: Design) -> Iterator[Finding]:
    """Check that a part's number is one of the maker it is ordered from."""
    lines = [(name, entry) for name, entry in design.source["stock"].items() if not entry.get("bare")]
    lines += [(entry.get("name", "?"), entry) for entry in design.source["extras"]]
    for name, entry in lines:
        for start, maker in MAKERS.items():
            if re.match(start, str(entry.get("mpn"))) and entry.get("maker") != maker:
                yield Finding("makers", name, f"{entry['mpn']} is a number of {maker}, not of {entry.get('maker')}")


# Screws by how their line begins, and by how many millimetres another may be shorter. A longer one stands on the ground
# of its hole, or comes through the floor.
SHORTER_MM = {"thread-forming": 2.0, "clamp screw": 0.0, "floor screw": 0.0}
LENGTH = r"\dx([\d.]+)"
SOCKETS = r"\b8\.5 mm high"  # so that the Pico stands as high as the boxes take it to


def _lengths(entry: dict[str, Any]) -> Iterator[Finding]:
    """Check that another screw or socket is as long as the models take it to be."""
    name, other = str(entry.get("name", "")), str(entry.get("alternative"))
    for start, less in SHORTER_MM.items():
        own, said = (re.search(LENGTH, words) for words in (str(entry.get("mpn")), other))
        if name.startswith(start) and own and other:
            most = float(own[1])
            if not said or not most - less <= float(said[1]) <= most:
                yield Finding("alternatives", name, f"{other}: must be {most - less:g} to {most:g} mm long")
    if name.startswith("socket strip") and not re.search(SOCKETS, other):
        yield Finding("alternatives", name, f"{other}: must be 8.5 mm high")


def check_alternatives(design: Design) -> Iterator[Finding]:
    """Check that what may be ordered instead does the same: its kind, its legs, its volts, its bus."""
    for name, entry in design.source["stock"].items():
        wanted = DIODES.get(str(entry.get("value")), "") if entry["type"] == "DIODE" else INSTEAD.get(entry["type"], "")
        other = entry.get("alternative")
        if wanted and other and not re.fullmatch(wanted.replace("{volts}", str(entry.get("volts"))), other):
            yield Finding("alternatives", name, f"{other} does not stand in for {entry['mpn']}")
    for entry in design.source["extras"]:
        yield from _lengths(entry)
        other = str(entry.get("alternative"))
        volts = re.search(r"([\d.]+)(?:-([\d.]+))? V\b", other)
        span = design.source["sources"]["V5_SOCKET"]["volts"]
        if volts and not span[0] <= float(volts[1]) <= float(volts[2] or volts[1]) <= span[2]:
            yield Finding("alternatives", entry["name"], f"{other}: the table takes {span[0]} to {span[2]} V")
        if entry.get("name", "").startswith("patch lead") and re.search(LEADS, other):
            yield Finding("alternatives", entry["name"], f"{other}: a lead must be straight")
