"""Polish, for what is told of a plan of seats."""

WORDS = {
    "common_opponents": "powtórzone spotkania: 0; najmniej wspólnych przeciwników dwóch graczy, którzy się nie spotykają: {least}",
    "everyone_meets": "powtórzone spotkania: 0; każdy gra z każdym",
    "no_seat_in_session": "bez miejsca w sesji {session}: {players}",
    "pairs_meet_again": "powtórzone spotkania par: {number}",
    "repeats_and_bound": "powtórzone spotkania: {repeats}, dolna granica: {bound}",
    "repeats_so_far": "powtórzone spotkania: {repeats}",
    "session_provisional": "wstępne wyniki w sesji {session}: {tables}",
    "session_sit_out": "sesja {session}, pauzują: {players}",
    "unwanted_meetings": "spotkania w klubie: {clubs}, w kraju: {countries}, wbrew życzeniom: {wishes}",
}
