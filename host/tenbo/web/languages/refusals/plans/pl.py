"""Polish, for what is told of a plan of seats."""

WORDS = {
    "common_opponents": "powtórzenia: 0, wspólni przeciwnicy: co najmniej {least}",
    "everyone_meets": "powtórzenia 0; każdy gra z każdym",
    "no_seat_in_session": "bez miejsca w sesji {session}: {players}",
    "pairs_meet_again": "powtórzone spotkania par: {number}",
    "repeats_and_bound": "powtórzenia: {repeats}, dolna granica: {bound}",
    "repeats_so_far": "powtórzenia: {repeats}",
    "session_provisional": "wstępne: sesja {session}: {tables}",
    "session_sit_out": "sesja {session}, pauzują: {players}",
    "unwanted_meetings": "spotkania w klubie: {clubs}, w kraju: {countries}, wbrew życzeniom: {wishes}",
}
