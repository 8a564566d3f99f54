"""Italian, for what is told of a plan of seats."""

WORDS = {
    "common_opponents": "incontri ripetuti: 0; minimo di avversari comuni tra due giocatori che non si incontrano mai: {least}",
    "everyone_meets": "incontri ripetuti: 0; ognuno incontra tutti gli altri",
    "no_seat_in_session": "giocatori senza posto nella sessione {session}: {players}",
    "pairs_meet_again": "coppie che si incontrano di nuovo: {number}",
    "repeats_and_bound": "incontri ripetuti: {repeats}, minimo possibile: {bound}",
    "repeats_so_far": "incontri ripetuti: {repeats}",
    "session_provisional": "risultati provvisori nella sessione {session}: {tables}",
    "session_sit_out": "sessione {session}, giocatori a riposo: {players}",
    "unwanted_meetings": "incontri nello stesso club: {clubs}, nello stesso paese: {countries}, contro una preferenza: {wishes}",
}
