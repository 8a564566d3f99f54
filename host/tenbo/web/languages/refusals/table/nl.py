"""Dutch, for what a table refuses, and why its cable says nothing."""

WORDS = {
    "table_belongs_to_hall": "de tafel aan {port} hoort bij een zaal: geef het bestand van die zaal op (--store) of geef de tafel vrij (BACK, ‘Zaal verlaten’ en OK van alle vier de spelers)",
    "points_do_not_add_up": "de punten van een spel kloppen niet: meld dit",
    "display_not_answered": "van de tafel komt geen beeld van {seat}",
    "display_answer_unusable": "van de tafel komt niets dat voor {seat} te tonen is",
    "totals_do_not_add_up": "de totalen van een spel kloppen niet: meld dit",
    "no_such_port": "de aansluiting {port} bestaat niet: sluit de tafel aan of geef een andere aansluiting op",
    "session_time_missing": "dit reglement noemt geen speeltijd: geef de minuten op, 1 of meer",
    "winner_liable_for_own_hand": "de winnaar kan niet pao zijn voor de eigen hand",
    "port_not_opened": "{port} kan niet worden geopend ({text}): is het een seriële aansluiting?",
    "port_gone": "{port} is er niet meer: {error}",
    "port_in_use": "{port} is bezet: sluit het andere programma dat de aansluiting gebruikt",
    "port_forbidden": "voor {port} ontbreken de rechten: tenbo doctor zegt welke",
    "integer_0_not": "{at} moet een geheel getal vanaf 0 zijn, niet {value}",
}
