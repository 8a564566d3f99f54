"""German, for a table in a browser."""

WORDS = {
    "This browser has no room for the game any more: nothing after the last lamp counts. Free some space on this device, and load the page again.": "Dieser Browser hat keinen Platz mehr für die Partie: Was nach der letzten Lampe kam, zählt nicht. Schaff Platz auf diesem Gerät, und laden Sie die Seite neu.",
    "The table has failed again and again: {}. Load the page again.": "Der Tisch ist immer wieder ausgefallen: {}. Lade die Seite neu.",
    "Display of {}": "Anzeige von {}",
    "Games are lost with this page.": "Wird diese Seite geschlossen, gehen die Partien verloren.",
    "Middle of the table": "Mitte des Tischs",
    "Riichi of {}": "Riichi von {}",
    "Set the screen to stay on: this page cannot.": "Stell den Bildschirm so ein, dass er an bleibt: Diese Seite kann das nicht.",
    "The table could not be started: {}": "Der Tisch ließ sich nicht starten: {}",
    "This browser does not store the game any more: nothing after the last lamp counts. Load the page again.": "Dieser Browser speichert die Partie nicht mehr: Nichts nach der letzten Lampe zählt. Lade die Seite neu.",
    "This browser may delete games that are not used for some days.": "Dieser Browser kann Partien löschen, die einige Tage nicht gebraucht werden.",
    "This table is open in another tab.": "Dieser Tisch ist in einem anderen Tab offen.",
    "Undo": "Zurücknehmen",
}
