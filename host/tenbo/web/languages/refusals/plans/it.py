"""Italian, for what is told of a plan of seats."""

WORDS = {
    "common_opponents": "ripetizioni: 0, avversari comuni: almeno {least}",
    "everyone_meets": "ripetizioni 0; tutti si incontrano",
    "no_seat_in_session": "giocatori senza posto nella sessione {session}: {players}",
    "pairs_meet_again": "coppie che si incontrano di nuovo: {number}",
    "repeats_and_bound": "ripetizioni: {repeats}, minimo possibile: {bound}",
    "repeats_so_far": "ripetizioni: {repeats}",
    "session_provisional": "risultati provvisori nella sessione {session}: {tables}",
    "session_sit_out": "sessione {session}, giocatori a riposo: {players}",
    "unwanted_meetings": "incontri nello stesso club: {clubs}, nello stesso paese: {countries}, contro una preferenza: {wishes}",
}
