"""Japanese, for the hosts of a larger hall."""

WORDS = {
    "Address": "アドレス",
    "Clock accuracy": "時計の誤差",
    "Host": "ホスト名",
    "Hosts": "ホスト",
    "Conflicts": "食い違い",
    "Conflicts to resolve: {}": "判断待ちの食い違い：{}",
    "Waiting for unreachable hosts": "接続できないホスト宛ての操作",
    "No conflicts.": "食い違いはありません。",
    "Desk records this host has not yet received: {}": "このホストに届いていない運営の記録：{}件",
    "Cancel everything waiting for {}": "{}宛ての待機中の操作を取り消す",
    "This computer follows no other hosts. To show several hosts, start the desk with the code and address "
    "of each (tenbo desk --follow CODE@ADDRESS:PORT).": "このコンピューターはほかのホストを表示していません。複数のホストを表示するには、それぞれのコードとアドレスを指定して運営画面を起動してください（tenbo desk --follow CODE@ADDRESS:PORT）。",
    "Use this version": "この記録を使う",
    "Which host has the right version?": "どのホストの記録が正しいですか？",
    "show a name": "名前の表示",
    "done at the host": "ホストで実行済み",
    "started at the host, no answer yet": "ホストで実行開始、応答待ち",
    "no contact": "接続なし",
    "start its game": "対局開始",
    "end its game": "対局終了",
    "not connected yet": "未接続",
    "waiting until {}": "{}まで待機",
    "version chosen": "記録の選択",
}
