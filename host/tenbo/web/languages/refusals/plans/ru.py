"""Russian, for what is told of a plan of seats."""

WORDS = {
    "common_opponents": "повторные встречи: 0; наименьшее число общих соперников у двух игроков, которые не встречаются: {least}",
    "everyone_meets": "повторные встречи: 0; каждый играет с каждым",
    "no_seat_in_session": "без места в сессии {session}: {players}",
    "pairs_meet_again": "повторных встреч пар: {number}",
    "repeats_and_bound": "повторные встречи: {repeats}, нижняя граница: {bound}",
    "repeats_so_far": "повторные встречи: {repeats}",
    "session_provisional": "предварительные результаты в сессии {session}: {tables}",
    "session_sit_out": "сессия {session}, пропускают: {players}",
    "unwanted_meetings": "встречи внутри клуба: {clubs}, внутри страны: {countries}, вопреки желаниям: {wishes}",
}
