"""Russian, for what is told of a plan of seats."""

WORDS = {
    "common_opponents": "повторы: 0, общие соперники: не меньше {least}",
    "everyone_meets": "повторы 0; каждый играет с каждым",
    "no_seat_in_session": "без места в сессии {session}: {players}",
    "pairs_meet_again": "повторных встреч пар: {number}",
    "repeats_and_bound": "повторы: {repeats}, нижняя граница: {bound}",
    "repeats_so_far": "повторы: {repeats}",
    "session_provisional": "предварительно: сессия {session}: {tables}",
    "session_sit_out": "сессия {session}, пропускают: {players}",
    "unwanted_meetings": "встречи внутри клуба: {clubs}, внутри страны: {countries}, вопреки желаниям: {wishes}",
}
