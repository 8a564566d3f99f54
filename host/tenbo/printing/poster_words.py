"""The texts of a poster in the four languages of the table; {} is the number of a table, the Wi-Fi or a code."""

from __future__ import annotations

LANGUAGES = ("en", "de", "nl", "ja")
WORDS = {
    "en": {
        "title": "Codes to join",
        "table": "Table {}",
        "players": "For all players",
        "wifi": "Join the Wi-Fi",
        "wifi_name": "Its name: {}",
        "at_table": "Enter hands of this table",
        "own": "Your table and your points",
        "camera": "Point your phone's camera at the square.",
        "by_hand": "Or type the address:",
        "code": "and this code:",
    },
    "de": {
        "title": "Codes zum Anmelden",
        "table": "Tisch {}",
        "players": "Für alle Spieler",
        "wifi": "Ins WLAN gehen",
        "wifi_name": "Sein Name: {}",
        "at_table": "Hände dieses Tisches eingeben",
        "own": "Dein Tisch und deine Punkte",
        "camera": "Die Kamera des Telefons auf das Quadrat richten.",
        "by_hand": "Oder die Adresse eintippen:",
        "code": "und diesen Code:",
    },
    "nl": {
        "title": "Codes om je aan te melden",
        "table": "Tafel {}",
        "players": "Voor alle spelers",
        "wifi": "Ga op de wifi",
        "wifi_name": "De naam: {}",
        "at_table": "Voer handen van deze tafel in",
        "own": "Je tafel en je punten",
        "camera": "Richt de camera van je telefoon op het vierkant.",
        "by_hand": "Of typ het adres:",
        "code": "en deze code:",
    },
    "ja": {
        "title": "参加コード",
        "table": "{}卓",
        "players": "選手の皆さんへ",
        "wifi": "Wi-Fi につなぐ",
        "wifi_name": "名前：{}",
        "at_table": "この卓の和了を入力する",
        "own": "自分の卓と点数を見る",
        "camera": "スマートフォンのカメラを向けてください。",
        "by_hand": "または次のアドレスを入力：",
        "code": "コード：",
    },
}
