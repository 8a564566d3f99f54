"""Japanese, for the hosts of a larger hall."""

WORDS = {
    "Address": "アドレス",
    "Clock known to": "時計の誤差",
    "Host": "ホスト名",
    "Hosts": "ホスト",
    "In doubt": "食い違い",
    "In doubt, waiting for somebody: {}": "判断待ちの食い違い: {}",
    "Nothing is in doubt.": "食い違いはありません。",
    "This computer follows no other host: tenbo desk --follow does.": "このコンピューターは他のホストを追っていません。tenbo desk --follow で追います。",
    "This telling counts": "この記録を採用",
    "Who is right": "どちらが正しいか",
    "cut off": "切断",
    "heard": "応答あり",
    "not met yet": "未接続",
    "whose telling counts": "採用する記録",
}
