"""Spanish, for the hosts of a larger hall."""

WORDS = {
    "Address": "Dirección",
    "Clock accuracy": "Precisión del reloj",
    "Host": "Ordenador",
    "Hosts": "Ordenadores",
    "Conflicts": "Conflictos",
    "Conflicts to resolve: {}": "Conflictos por resolver: {}",
    "Waiting for unreachable hosts": "Órdenes para ordenadores sin conexión",
    "No conflicts.": "No hay conflictos.",
    "Desk records this host has not yet received: {}": "Entradas de la organización que aún no han llegado: {}.",
    "Cancel everything waiting for {}": "Anular las órdenes pendientes para {}",
    "This computer follows no other hosts. To show several hosts, start the desk with the code and address "
    "of each (tenbo desk --follow CODE@ADDRESS:PORT).": "Este ordenador no sigue a ningún otro. Para mostrar varios, inicia el servicio de la organización con el código y la dirección de cada uno (tenbo desk --follow CODE@ADDRESS:PORT).",
    "Use this version": "Usar esta versión",
    "Which host has the right version?": "¿Qué ordenador tiene la versión correcta?",
    "show a name": "mostrar un nombre",
    "done at the host": "hecho en ese ordenador",
    "started at the host, no answer yet": "empezado en ese ordenador, aún sin respuesta",
    "no contact": "sin contacto",
    "start its game": "empezar su partida",
    "end its game": "terminar su partida",
    "not connected yet": "aún sin contacto",
    "waiting until {}": "espera hasta las {}",
    "version chosen": "versión elegida",
}
