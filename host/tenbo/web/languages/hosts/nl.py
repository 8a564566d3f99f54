"""Dutch, for the hosts of a larger hall."""

WORDS = {
    "Address": "Adres",
    "Clock known to": "Klok bekend op",
    "Host": "Computer",
    "Hosts": "Computers",
    "In doubt": "In twijfel",
    "In doubt, waiting for somebody: {}": "In twijfel, wacht op iemand: {}",
    "Nothing is in doubt.": "Niets is in twijfel.",
    "This computer follows no other host: tenbo desk --follow does.": "Deze computer volgt geen andere: tenbo desk --follow doet dat.",
    "This telling counts": "Deze versie telt",
    "Who is right": "Wie heeft gelijk",
    "cut off": "afgesneden",
    "heard": "antwoordt",
    "not met yet": "nog niet bereikt",
    "whose telling counts": "wiens versie telt",
}
