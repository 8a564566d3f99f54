"""Korean, for what is told of a plan of seats."""

WORDS = {
    "common_opponents": "다시 만남 0, 공통 상대 최소 {least}",
    "everyone_meets": "다시 만남 0, 모든 선수가 서로 만남",
    "no_seat_in_session": "{session}회전에 자리 없음: {players}",
    "pairs_meet_again": "{number}쌍이 다시 만남",
    "repeats_and_bound": "다시 만남 {repeats}, 하한 {bound}",
    "repeats_so_far": "다시 만남 {repeats}",
    "session_provisional": "잠정: {session}회전: {tables}",
    "session_sit_out": "{session}회전: 부전 {players}",
    "unwanted_meetings": "같은 클럽 {clubs}, 같은 나라 {countries}, 희망에 어긋남 {wishes}",
}
