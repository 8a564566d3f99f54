"""What German never says, and what it says as English does."""

NEVER = (
    (r"[Hh]aft(et|en|ung|bar)|Haftende", "Pao"),
    (r"Endziegel", "Kyuushu Kyuuhai"),
    (r"\bKans\b", "Kan"),
    (r"\bChii\b", "Chi"),
    (r"\bGebers?\b", "Ost"),
    (r"\bW[aä]nde?\b", "Saalanzeige"),
    (r"\bLeser\b", "Zuschauer"),
    (r"\bRufe?\b", "Anfrage"),
    (r"erzähl", "Fassung, gemeldet"),
    (r"antwortet (kein|nichts)", "liefert"),
    (r"Spielb[uü]ch", "Spielprotokoll"),
    (r"Abwerfer", "wer abwirft"),
    (r"-Warten", "Penchan, Kanchan, Tanki"),
    (r"des Bambus|der Zeichen\b|der Kreise", "Bambus 3, Zeichen 7, Kreis 5"),
    (r"\bAnzeigers?\b", "Indikator"),
    (r"aufgeschrieben", "eingetragen"),
    (r"zugestimmt", "bestätigt"),
    (r"\Anehmen\Z", "wählen"),
    (r"Platz \{|Plätze", "Ost, Süd, West, Nord; Sitz"),
    (r"noch ein Spiel|\bSpiele?\b(?! dieses)", "Hand, Hände, Partie"),
    (r"[Ss]tein(?!fest)", "Ziegel"),
    (r"(?<=[a-zäöü,] )(Sie|Ihnen|Ihre?[nmrs]?)\b", "du"),
    (r"Ausspiel|Zählstäbchen|Zähler\b", "Unentschieden, Honba"),
    (r"[Bb]eitreten|beigetreten", "anmelden, angemeldet"),
    (r"\b(zählte|träte|sähen|gälten|säße)\b", "the present: dann zählt"),
)

SAME = {
    "Chombo",
    "Nagashi mangan",
    "Name",
    "Noten",
    "Riichi",
    "Tenpai",
    "Tenpai?",
}
