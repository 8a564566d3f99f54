"""Japanese, for what the service tells unasked: how a board and its hosts do, a plan in the making, firmware that was not written."""

WORDS = {
    "mpremote_missing": "書き込みには mpremote が必要です。クローンで `{executable} -m pip install '.[flash]'`",
    "no_table_after_update": "そこの卓が応答しません：{port}",
    "board_without_prompt": "{port}の基板が待ち受けていません（{error}）。BOOTSELを押しながら、先にMicroPythonを入れてください",
    "board_stopped_answering": "{port}の基板が応答しなくなりました（{error}）。差し直して、もう一度お試しください",
    "board_is_full": "基板の空きは{free} KBですが、{need} KB必要です。古い対局を保存して、いくつか消してください",
    "rom_does_not_keep": "書き込んだ内容が基板のROMに残りません。別の基板を使ってください",
    "old_firmware_restored": "新しいファームウェアが応答しないため、元に戻しました。開発者に知らせてください",
    "firmware_does_not_stop": "{port}の卓のファームウェアが終了しません。抜いて、もう一度お試しください",
    "file_arrived_damaged": "{path}が正しく届きませんでした。別のケーブルを試してください。基板は元のファームウェアのままです",
    "part_missing": "{place}がありません。Tenboを入れ直してください",
    "not_written_as_source": "{why_source}。書き込んでいません。ソースのままでは起動に2秒でなく6秒かかり、メモリも足りません。それでも書き込むには tenbo flash --source",
}
