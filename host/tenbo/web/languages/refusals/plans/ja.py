"""Japanese, for what is told of a plan of seats."""

WORDS = {
    "common_opponents": "再戦0、対戦しない選手同士の共通の対戦相手は最少{least}人",
    "everyone_meets": "再戦0、全員が互いに対戦",
    "no_seat_in_session": "第{session}回戦で席なし：{players}",
    "pairs_meet_again": "再戦は{number}組",
    "repeats_and_bound": "再戦{repeats}、下限{bound}",
    "repeats_so_far": "再戦{repeats}",
    "session_provisional": "第{session}回戦の暫定結果：{tables}",
    "session_sit_out": "第{session}回戦：{players}は抜け番",
    "unwanted_meetings": "同じクラブの対戦{clubs}、同じ国の対戦{countries}、希望に反する対戦{wishes}",
}
