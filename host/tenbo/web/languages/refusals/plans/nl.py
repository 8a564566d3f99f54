"""Dutch, for what is told of a plan of seats."""

WORDS = {
    "common_opponents": "herhaalde ontmoetingen: 0; minste gemeenschappelijke tegenstanders van twee spelers die elkaar nooit ontmoeten: {least}",
    "everyone_meets": "herhaalde ontmoetingen: 0; iedereen speelt tegen iedereen",
    "no_seat_in_session": "spelers zonder zitplaats in sessie {session}: {players}",
    "pairs_meet_again": "paren die elkaar opnieuw ontmoeten: {number}",
    "repeats_and_bound": "herhalingen {repeats}, ondergrens {bound}",
    "repeats_so_far": "herhalingen {repeats}",
    "session_provisional": "voorlopige uitslagen in sessie {session}: {tables}",
    "session_sit_out": "sessie {session}, spelers die vrij hebben: {players}",
    "unwanted_meetings": "ontmoetingen binnen een club: {clubs}, binnen een land: {countries}, tegen een wens in: {wishes}",
}
