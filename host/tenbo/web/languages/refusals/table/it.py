"""Italian, for what a table refuses, and why its cable says nothing."""

WORDS = {
    "table_belongs_to_hall": "il tavolo su {port} appartiene a una sala: indica il file di quella sala (--store), oppure libera il tavolo (BACK, «Lascia la sala» e l’OK di tutti e quattro i giocatori)",
    "points_do_not_add_up": "i punti di una partita non tornano; segnalalo",
    "display_not_answered": "dal tavolo non arriva l’immagine del display di {seat}",
    "display_answer_unusable": "dal tavolo non arriva nulla che si possa mostrare sul display di {seat}",
    "totals_do_not_add_up": "i totali di una partita non tornano; segnalalo",
    "no_such_port": "la porta {port} non esiste: collega il tavolo, o indica un’altra porta",
    "session_time_missing": "questo regolamento non prevede una durata della sessione: indica i minuti, 1 o più (--minutes)",
    "winner_liable_for_own_hand": "nessuno può avere il pao per la propria mano",
    "port_not_opened": "non si riesce ad aprire {port} ({text}): è una porta seriale?",
    "port_gone": "{port} non c’è più: {error}",
    "port_in_use": "{port} è occupata: chiudi l’altro programma che la usa (un altro tenbo run, un terminale, mpremote, Thonny)",
    "port_forbidden": "non hai il permesso di usare {port}: guarda cosa dice tenbo doctor sui permessi",
    "integer_0_not": "{at} deve essere un numero intero da 0 in su, non {value}",
}
