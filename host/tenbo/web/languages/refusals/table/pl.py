"""Polish, for what a table refuses, and why its cable says nothing."""

WORDS = {
    "table_belongs_to_hall": "stół na {port} należy do innej sali: podaj plik tamtej sali (--store) albo zwolnij stół (BACK, „Opuść salę” i OK wszystkich czterech graczy)",
    "points_do_not_add_up": "punkty w grze się nie zgadzają: prosimy zgłosić to autorom",
    "display_not_answered": "stół nie wysyła obrazu wyświetlacza: {seat}",
    "display_answer_unusable": "stół nie wysyła nic, co można pokazać na wyświetlaczu: {seat}",
    "totals_do_not_add_up": "sumy w grze się nie zgadzają: prosimy zgłosić to autorom",
    "no_such_port": "nie ma portu {port}: podłącz stół albo podaj inny port",
    "session_time_missing": "te zasady nie podają czasu sesji: podaj minuty, co najmniej 1",
    "winner_liable_for_own_hand": "zwycięzca nie może mieć pao za własną rękę",
    "port_not_opened": "{port} się nie otwiera ({text}): czy to port szeregowy?",
    "port_gone": "{port} zniknął: {error}",
    "port_in_use": "{port} jest zajęty: zamknij inny program, który go używa",
    "port_forbidden": "brak uprawnień do {port}: jakich, wyjaśni tenbo doctor",
    "integer_0_not": "{at} musi być liczbą całkowitą nie mniejszą niż 0, a nie {value}",
}
