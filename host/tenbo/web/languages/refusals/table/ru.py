"""Russian, for what a table refuses, and why its cable says nothing."""

WORDS = {
    "table_belongs_to_hall": "стол на {port} относится к другому залу: укажите файл того зала (--store) или освободите стол (BACK, «Покинуть зал» и OK всех четырёх игроков)",
    "points_do_not_add_up": "очки в игре не сходятся: сообщите, пожалуйста, авторам",
    "display_not_answered": "стол не передаёт изображение дисплея: {seat}",
    "display_answer_unusable": "стол не передаёт ничего, что можно показать на дисплее: {seat}",
    "totals_do_not_add_up": "суммы в игре не сходятся: сообщите, пожалуйста, авторам",
    "no_such_port": "порта {port} нет: подключите стол или укажите другой порт",
    "session_time_missing": "в этих правилах нет времени сессии: укажите минуты, не меньше 1",
    "winner_liable_for_own_hand": "у победителя не может быть пао за свою руку",
    "port_not_opened": "{port} не открывается ({text}): это последовательный порт?",
    "port_gone": "{port} исчез: {error}",
    "port_in_use": "{port} занят: закройте другую программу, которая его использует",
    "port_forbidden": "нет прав на {port}: каких, объяснит tenbo doctor",
    "integer_0_not": "{at}: нужно целое число не меньше 0, а не {value}",
}
