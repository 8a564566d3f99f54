"""Japanese, for a table in a browser."""

WORDS = {
    "This browser has no room for the game any more: nothing after the last lamp counts. Free some space on this device, and load the page again.": "このブラウザーには対局を保存する空きがありません。最後のランプより後は記録されていません。端末の空きを増やしてからページを読み込み直してください。",
    "The table has failed again and again: {}. Load the page again.": "卓が何度も停止しました：{}。ページを読み込み直してください。",
    "Display of {}": "{}の表示",
    "Games are lost with this page.": "このページを閉じると対局は失われます。",
    "Middle of the table": "卓の中央",
    "Riichi of {}": "{}の立直",
    "Set the screen to stay on: this page cannot.": "画面が消えないように設定してください。このページではできません。",
    "The table could not be started: {}": "卓を起動できませんでした：{}",
    "This browser does not store the game any more: nothing after the last lamp counts. Load the page again.": "このブラウザーは対局を保存できなくなりました。最後のランプより後は記録されていません。ページを読み込み直してください。",
    "This browser may delete games that are not used for some days.": "このブラウザーは数日使わない対局を消すことがあります。",
    "This table is open in another tab.": "この卓は別のタブで開いています。",
    "Undo": "取り消し",
    "Dice": "サイコロ",
}
