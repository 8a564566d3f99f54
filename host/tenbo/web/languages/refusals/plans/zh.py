"""Simplified Chinese, for what is told of a plan of seats."""

WORDS = {
    "common_opponents": "重复相遇：0；从不相遇的两名选手至少有{least}名共同对手",
    "everyone_meets": "重复相遇：0；每人都与其他所有人交手",
    "no_seat_in_session": "第{session}轮没有座位：{players}",
    "pairs_meet_again": "{number}对选手重复相遇",
    "repeats_and_bound": "重复相遇：{repeats}，下限：{bound}",
    "repeats_so_far": "重复相遇：{repeats}",
    "session_provisional": "第{session}轮的暂定结果：{tables}",
    "session_sit_out": "第{session}轮：{players}轮空",
    "unwanted_meetings": "同俱乐部相遇{clubs}，同国相遇{countries}，违背意愿{wishes}",
}
