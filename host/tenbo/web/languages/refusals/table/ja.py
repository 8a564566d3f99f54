"""Japanese, for what a table refuses, and why its cable says nothing."""

WORDS = {
    "table_belongs_to_hall": "{port}の卓は会場のものです。その会場のデータベースを指定するか（--store）、卓を解放してください（どれかの席でBACKを押して「会場から外す」を選び、四席すべてでOK）",
    "points_do_not_add_up": "点数の合計が合いません。報告してください",
    "display_not_answered": "{seat}の表示が卓から届きません",
    "display_answer_unusable": "{seat}に表示できる内容が卓から届きません",
    "totals_do_not_add_up": "対局の合計が合いません。報告してください",
    "no_such_port": "ポート{port}がありません。卓を接続するか、別のポートを指定してください",
    "session_time_missing": "このルールに制限時間がありません。時間を1分以上で入力してください",
    "winner_liable_for_own_hand": "和了者自身は責任払いの対象になりません",
    "port_not_opened": "{port}を開けません（{text}）。シリアルポートか確認してください",
    "port_gone": "{port}がなくなりました：{error}",
    "port_in_use": "{port}は使用中です。使っている他のプログラムを閉じてください",
    "port_forbidden": "{port}を使う権限がありません。tenbo doctor で確かめてください",
    "integer_0_not": "{at}は0以上の整数です（{value}は不可）",
}
