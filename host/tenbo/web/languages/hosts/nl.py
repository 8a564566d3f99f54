"""Dutch, for the hosts of a larger hall."""

WORDS = {
    "Address": "Adres",
    "Clock accuracy": "Klok nauwkeurig op",
    "Host": "Computer",
    "Hosts": "Computers",
    "Conflicts": "Conflicten",
    "Conflicts to resolve: {}": "Op te lossen conflicten: {}",
    "Waiting for unreachable hosts": "Opdrachten voor onbereikbare computers",
    "No conflicts.": "Geen conflicten.",
    "Desk records this host has not yet received: {}": "Vermeldingen van de wedstrijdleiding die deze computer nog mist: {}",
    "Cancel everything waiting for {}": "Alle opdrachten voor {} annuleren",
    "This computer follows no other hosts. To show several hosts, start the desk with the code and address "
    "of each (tenbo desk --follow CODE@ADDRESS:PORT).": "Deze computer volgt geen andere computers. Start de wedstrijdleiding met de code en het adres van elke computer om er meer te tonen (tenbo desk --follow CODE@ADDRESS:PORT).",
    "Use this version": "Deze versie gebruiken",
    "Which host has the right version?": "Welke computer heeft de juiste versie?",
    "show a name": "naam tonen",
    "done at the host": "daar uitgevoerd",
    "started at the host, no answer yet": "daar begonnen, nog geen antwoord",
    "no contact": "geen contact",
    "start its game": "het spel starten",
    "end its game": "het spel beëindigen",
    "not connected yet": "nog niet bereikt",
    "waiting until {}": "wacht tot {}",
    "version chosen": "versie gekozen",
}
