"""What Japanese never says, and what it says as English does."""

NEVER = (
    (r"不聴|両立直|偽り|台帳|捨牌", "ノーテン, ダブル立直, 誤り, 記録, 捨て牌"),
    (r"代理|代打ち", "代走"),
    (r"時間の合図", "終了の合図"),
    (r"罰則|罰符", "ペナルティ"),
    (r"席[0-3{]", "東家, 南家, 西家, 北家"),
    (r"本部|壁|リーチ", "運営, 大画面, 立直"),
    (r"ブラウザ(?!ー)|コンピュータ(?!ー)|；", "ブラウザー, コンピューター, no semicolon"),
    (r"\.\.\.\Z|\?\Z|Kaijou", "… and ？ as wide as the letters; no Latin letters"),
    (r"銀行カード|あるもの：", "クレジットカード, 候補："),
    (r"EMA (?!number)", "EMA番号"),
    (r"[ぁ-んァ-ヶ一-龠][:;,(] ?|[:;,)][ぁ-んァ-ヶ一-龠]", "marks as wide as the letters"),
)

SAME: set[str] = set()
