"""Korean, for what is told of a plan of seats."""

WORDS = {
    "common_opponents": "다시 만나는 경우 0회, 서로 만나지 않는 두 선수의 공통 상대 최소 {least}명",
    "everyone_meets": "다시 만나는 경우 0회, 모든 선수가 서로 만남",
    "no_seat_in_session": "{session}회전에 자리가 없는 선수: {players}",
    "pairs_meet_again": "다시 만나는 쌍: {number}쌍",
    "repeats_and_bound": "다시 만나는 경우 {repeats}회, 하한 {bound}회",
    "repeats_so_far": "다시 만나는 경우 {repeats}회",
    "session_provisional": "{session}회전의 잠정 결과: {tables}",
    "session_sit_out": "{session}회전 부전 선수: {players}",
    "unwanted_meetings": "만나는 횟수: 같은 클럽 {clubs}회, 같은 나라 {countries}회, 희망에 어긋남 {wishes}회",
}
