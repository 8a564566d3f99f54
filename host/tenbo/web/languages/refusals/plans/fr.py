"""French, for what is told of a plan of seats."""

WORDS = {
    "common_opponents": "rencontres répétées : 0 ; adversaires communs à deux joueurs qui ne se rencontrent jamais, au minimum : {least}",
    "everyone_meets": "rencontres répétées : 0 ; chacun rencontre tous les autres",
    "no_seat_in_session": "sans place dans la session {session} : {players}",
    "pairs_meet_again": "paires qui se rencontrent à nouveau : {number}",
    "repeats_and_bound": "rencontres répétées : {repeats}, minimum possible : {bound}",
    "repeats_so_far": "rencontres répétées : {repeats}",
    "session_provisional": "résultats provisoires dans la session {session} : {tables}",
    "session_sit_out": "session {session}, exempts : {players}",
    "unwanted_meetings": "rencontres au sein d’un club : {clubs}, d’un pays : {countries}, contre un souhait : {wishes}",
}
