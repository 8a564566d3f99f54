"""German, for the hosts of a larger hall."""

WORDS = {
    "Address": "Adresse",
    "Clock known to": "Uhr bekannt auf",
    "Host": "Rechner",
    "Hosts": "Rechner",
    "In doubt": "Im Zweifel",
    "In doubt, waiting for somebody: {}": "Im Zweifel, wartet auf jemanden: {}",
    "Nothing is in doubt.": "Nichts ist im Zweifel.",
    "This computer follows no other host: tenbo desk --follow does.": "Dieser Rechner folgt keinem anderen: tenbo desk --follow tut es.",
    "This telling counts": "Diese Fassung zählt",
    "Who is right": "Wer hat recht",
    "cut off": "abgeschnitten",
    "heard": "antwortet",
    "not met yet": "noch nicht erreicht",
    "whose telling counts": "wessen Fassung zählt",
}
