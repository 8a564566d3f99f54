"""What Polish never says, and what it says as English does."""

NEVER = (
    (r"[Pp]łytk(?!a na \{|ę \{|i się|i nie|ę\b|a\b|i\b|ce\b)|\b[Kk]osteczk", "kamień"),
    (r"[Kk]rupier|[Rr]ozdając", "oya, Wschód"),
    (r"[Nn]ierozstrzyg|[Bb]ez rozstrzygnięcia", "remis"),
    (r"[Ll]icznik", "honba"),
    (r"[Pp]ałecz|[Pp]atyki?\b|[Kk]ijk", "patyczek"),
    (r"[Aa]rbit(er|ra|rowi|rem|rze|rzy)\b", "sędzia"),
    (r"[Zz]astępc|[Zz]miennik|[Rr]ezerwow(y|ego|emu|ym)\b(?! poza|, )", "substytut"),
    (r"[Oo]dpowiedzialn", "pao"),
    (r"\b[Pp]arti[aięo]\b|[Rr]ozgryw", "gra, rozdanie, sesja"),
    (r"[Cc]zytelni", "widz"),
    (r"[Bb]iur[kao]", "organizator"),
    (r"[Kk]sięg", "zapis gry"),
    (r"[Ww]pisow|[Kk]upon|[Pp]ask[iu]\b", "protokół"),
    (r"\b(Pan|Pani|Pana|Państwo|Proszę|proszę)\b", "ty"),
    (r"\b[Rr]ęce?\b (się skończ|numer)", "rozdanie"),
    (r"[\"“](?!\S*\.md)|(?<!„)\b[^„]*‘", "„ ”"),
    (r" [:;!?](?=\s|\Z)", "no space before : ; ! ?"),
)

SAME = {
    "Chombo",
    "Nagashi mangan",
    "Noten",
    "RIICHI fu",
    "Riichi",
    "Tenpai",
    "chombo",
    "nagashi",
    "noten",
    "oka",
    "riichi",
    "ron",
    "tenpai",
    "tsumo",
    "uma",
}
