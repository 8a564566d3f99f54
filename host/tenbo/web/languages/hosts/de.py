"""German, for the hosts of a larger hall."""

WORDS = {
    "Address": "Adresse",
    "Clock accuracy": "Genauigkeit der Uhr",
    "Host": "Rechner",
    "Hosts": "Rechner",
    "Conflicts": "Konflikte",
    "Conflicts to resolve: {}": "Zu lösende Konflikte: {}",
    "Waiting for unreachable hosts": "Aufträge für nicht erreichbare Rechner",
    "No conflicts.": "Keine Konflikte.",
    "Desk records this host has not yet received: {}": "Dort noch fehlende Einträge der Turnierleitung: {}",
    "Cancel everything waiting for {}": "Alle wartenden Aufträge für {} abbrechen",
    "This computer follows no other hosts. To show several hosts, start the desk with the code and address "
    "of each (tenbo desk --follow CODE@ADDRESS:PORT).": "Dieser Rechner ist mit keinem anderen verbunden. Um mehrere zu zeigen, starte die Turnierleitung mit Code und Adresse jedes Rechners (tenbo desk --follow CODE@ADDRESS:PORT).",
    "Use this version": "Diese Fassung verwenden",
    "Which host has the right version?": "Auf welchem Rechner liegt die richtige Fassung?",
    "show a name": "Name anzeigen",
    "done at the host": "dort ausgeführt",
    "started at the host, no answer yet": "dort begonnen, noch ohne Antwort",
    "no contact": "kein Kontakt",
    "start its game": "seine Partie beginnen",
    "end its game": "seine Partie beenden",
    "not connected yet": "noch nicht erreicht",
    "waiting until {}": "wartet bis {}",
    "version chosen": "Fassung gewählt",
}
