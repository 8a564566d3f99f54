"""Italian, for the hosts of a larger hall."""

WORDS = {
    "Address": "Indirizzo",
    "Clock accuracy": "Precisione dell’orologio",
    "Host": "Computer",
    "Hosts": "Computer",
    "Conflicts": "Conflitti",
    "Conflicts to resolve: {}": "Conflitti da risolvere: {}",
    "Waiting for unreachable hosts": "Comandi per i computer irraggiungibili",
    "No conflicts.": "Nessun conflitto.",
    "Desk records this host has not yet received: {}": "Voci dell’organizzazione non ancora ricevute: {}",
    "Cancel everything waiting for {}": "Annulla i comandi in attesa di {}",
    "This computer follows no other hosts. To show several hosts, start the desk with the code and address "
    "of each (tenbo desk --follow CODE@ADDRESS:PORT).": "Questo computer non segue altri computer. Per mostrarne più di uno, avvia l’organizzazione con il codice e l’indirizzo di ciascuno (tenbo desk --follow CODE@ADDRESS:PORT).",
    "Use this version": "Usa questa versione",
    "Which host has the right version?": "Quale computer ha la versione giusta?",
    "show a name": "mostrare un nome",
    "done at the host": "eseguito sul computer",
    "started at the host, no answer yet": "avviato sul computer, ancora senza risposta",
    "no contact": "nessun contatto",
    "start its game": "avviare la sua partita",
    "end its game": "terminare la sua partita",
    "not connected yet": "non ancora raggiunto",
    "waiting until {}": "in attesa fino alle {}",
    "version chosen": "versione scelta",
}
