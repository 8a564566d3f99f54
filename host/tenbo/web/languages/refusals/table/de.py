"""German, for what a table refuses, and why its cable says nothing."""

WORDS = {
    "table_belongs_to_hall": "der Tisch an {port} gehört zu einem Saal: bitte die Datei dieses Saals angeben (--store) oder den Tisch freigeben (BACK, „Saal verlassen“ und OK aller vier Spieler)",
    "points_do_not_add_up": "die Punkte einer Partie gehen nicht auf: bitte melden",
    "display_not_answered": "vom Tisch kommt kein Bild für {seat}",
    "display_answer_unusable": "vom Tisch kommt nichts, was sich für {seat} anzeigen ließe",
    "totals_do_not_add_up": "die Summen einer Partie gehen nicht auf: bitte melden",
    "no_such_port": "den Anschluss {port} gibt es nicht: bitte den Tisch anschließen oder einen anderen Anschluss angeben",
    "session_time_missing": "dieses Regelwerk nennt keine Spielzeit: bitte die Minuten angeben, 1 oder mehr",
    "winner_liable_for_own_hand": "der Gewinner kann nicht Pao für die eigene Hand haben",
    "port_not_opened": "{port} lässt sich nicht öffnen ({text}): ist es ein serieller Anschluss?",
    "port_gone": "{port} ist nicht mehr da: {error}",
    "port_in_use": "{port} ist belegt: bitte das andere Programm schließen, das den Anschluss benutzt",
    "port_forbidden": "für {port} fehlen die Rechte: tenbo doctor sagt, welche",
    "integer_0_not": "{at} muss eine ganze Zahl ab 0 sein, nicht {value}",
}
