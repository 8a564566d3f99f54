"""German, for what is told of a plan of seats."""

WORDS = {
    "common_opponents": "wiederholte Begegnungen: 0; wer sich nie trifft, hat mindestens so viele gemeinsame Gegner: {least}",
    "everyone_meets": "wiederholte Begegnungen: 0; alle treffen aufeinander",
    "no_seat_in_session": "ohne Sitz in Runde {session}: {players}",
    "pairs_meet_again": "Paare, die noch einmal aufeinandertreffen: {number}",
    "repeats_and_bound": "Wiederholungen: {repeats}, Untergrenze: {bound}",
    "repeats_so_far": "Wiederholungen: {repeats}",
    "session_provisional": "vorläufige Ergebnisse in Runde {session}: {tables}",
    "session_sit_out": "Runde {session}, es setzen aus: {players}",
    "unwanted_meetings": "Begegnungen im selben Verein: {clubs}, im selben Land: {countries}, gegen einen Wunsch: {wishes}",
}
