"""Spanish, for what a table refuses, and why its cable says nothing."""

WORDS = {
    "table_belongs_to_hall": "la mesa en {port} es de una sala: indica el archivo de esa sala (--store), o libera la mesa (BACK, «Salir de la sala» y OK de los cuatro)",
    "points_do_not_add_up": "los puntos de una partida no cuadran: avísanos, por favor",
    "display_not_answered": "la mesa no envía ninguna imagen de la pantalla de {seat}",
    "display_answer_unusable": "la mesa no envía nada que la pantalla de {seat} pueda mostrar",
    "totals_do_not_add_up": "los totales de una partida no cuadran: avísanos, por favor",
    "no_such_port": "no existe el puerto {port}: enchufa la mesa o indica otro puerto",
    "session_time_missing": "este reglamento no fija el tiempo de la sesión: indica los minutos, 1 o más",
    "winner_liable_for_own_hand": "el ganador no puede tener pao de su propia mano",
    "port_not_opened": "no se puede abrir {port} ({text}): ¿es un puerto serie?",
    "port_gone": "{port} ha desaparecido: {error}",
    "port_in_use": "{port} está ocupado: cierra el otro programa que lo esté usando",
    "port_forbidden": "no tienes permiso para usar {port}: tenbo doctor indica qué falta",
    "integer_0_not": "{at} debe ser un número entero desde 0, y no {value}",
}
