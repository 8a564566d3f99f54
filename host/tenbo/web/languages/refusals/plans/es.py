"""Spanish, for what is told of a plan of seats."""

WORDS = {
    "common_opponents": "repeticiones 0, al menos {least} rivales comunes",
    "everyone_meets": "repeticiones 0; todos juegan contra todos",
    "no_seat_in_session": "sin asiento en la sesión {session}: {players}",
    "pairs_meet_again": "parejas que se enfrentan otra vez: {number}",
    "repeats_and_bound": "repeticiones {repeats}, mínimo {bound}",
    "repeats_so_far": "repeticiones {repeats}",
    "session_provisional": "resultados provisionales en la sesión {session}: {tables}",
    "session_sit_out": "sesión {session}: descansan {players}",
    "unwanted_meetings": "enfrentamientos dentro de un club {clubs}, de un país {countries}, contra un deseo {wishes}",
}
