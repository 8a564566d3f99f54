"""Dutch, for a table in a browser."""

WORDS = {
    "This browser has no room for the game any more: nothing after the last lamp counts. Free some space on this device, and load the page again.": "Deze browser heeft geen ruimte meer voor het spel: wat na de laatste lamp kwam, telt niet. Maak ruimte vrij op dit apparaat en laad de pagina opnieuw.",
    "The table has failed again and again: {}. Load the page again.": "De tafel is steeds weer uitgevallen: {}. Laad de pagina opnieuw.",
    "Display of {}": "Scherm van {}",
    "Games are lost with this page.": "Als deze pagina wordt gesloten, gaan de spellen verloren.",
    "Middle of the table": "Midden van de tafel",
    "Riichi of {}": "Riichi van {}",
    "Set the screen to stay on: this page cannot.": "Stel het scherm zo in dat het aan blijft: deze pagina kan dat niet.",
    "The table could not be started: {}": "De tafel kon niet worden gestart: {}",
    "This browser does not store the game any more: nothing after the last lamp counts. Load the page again.": "Deze browser bewaart het spel niet meer: niets na de laatste lamp telt. Laad de pagina opnieuw.",
    "This browser may delete games that are not used for some days.": "Deze browser kan spellen wissen die enkele dagen niet worden gebruikt.",
    "This table is open in another tab.": "Deze tafel is open in een ander tabblad.",
    "Undo": "Ongedaan maken",
}
