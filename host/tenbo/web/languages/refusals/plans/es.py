"""Spanish, for what is told of a plan of seats."""

WORDS = {
    "common_opponents": "enfrentamientos repetidos: 0; mínimo de rivales comunes de dos jugadores que no se enfrentan nunca: {least}",
    "everyone_meets": "enfrentamientos repetidos: 0; todos juegan contra todos",
    "no_seat_in_session": "jugadores sin asiento en la sesión {session}: {players}",
    "pairs_meet_again": "parejas que se enfrentan otra vez: {number}",
    "repeats_and_bound": "enfrentamientos repetidos: {repeats}, mínimo posible: {bound}",
    "repeats_so_far": "enfrentamientos repetidos: {repeats}",
    "session_provisional": "resultados provisionales en la sesión {session}: {tables}",
    "session_sit_out": "sesión {session}: descansan los jugadores {players}",
    "unwanted_meetings": "enfrentamientos dentro de un club: {clubs}, dentro de un país: {countries}, contra un deseo: {wishes}",
}
