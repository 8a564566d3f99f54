"""German, for a table in a browser."""

WORDS = {
    "Display of {}": "Anzeige von {}",
    "Games are lost with this page.": "Mit dieser Seite gehen die Partien verloren.",
    "Middle of the table": "Mitte des Tischs",
    "Riichi of {}": "Riichi von {}",
    "Set the screen to stay on: this page cannot.": "Lassen Sie den Bildschirm eingeschaltet: Diese Seite kann es nicht.",
    "The table could not be started: {}": "Der Tisch ließ sich nicht starten: {}",
    "This browser does not store the game any more: nothing after the last lamp counts. Load the page again.": "Dieser Browser speichert die Partie nicht mehr: Was nach der letzten Lampe kam, zählt nicht. Laden Sie die Seite neu.",
    "This browser may delete games that are not used for some days.": "Dieser Browser kann Partien löschen, die einige Tage nicht gebraucht werden.",
    "This table is open in another tab.": "Dieser Tisch ist in einem anderen Tab offen.",
    "Undo": "Zurücknehmen",
}
