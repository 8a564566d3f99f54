"""Spanish, for what the service tells unasked: how a board and its hosts do, a plan in the making, firmware that was not written."""

WORDS = {
    "mpremote_missing": "para el firmware hace falta mpremote: en la copia del repositorio, `{executable} -m pip install '.[flash]'`",
    "no_table_after_update": "no responde ninguna mesa en {port}",
    "board_without_prompt": "la placa en {port} no está lista ({error}): mantén BOOTSEL e instala primero MicroPython",
    "board_stopped_answering": "la placa en {port} ha dejado de responder ({error}): vuelve a enchufarla y repite",
    "board_is_full": "la placa tiene {free} KB libres y necesita {need}: guarda sus partidas antiguas y borra algunas",
    "rom_does_not_keep": "la ROM de la placa no conserva lo escrito: usa otra placa",
    "old_firmware_restored": "el firmware nuevo no ha respondido; se ha repuesto el anterior y funciona: avisa a los autores",
    "firmware_does_not_stop": "el firmware de la mesa en {port} no se detiene: desenchúfala e inténtalo de nuevo",
    "file_arrived_damaged": "{path} ha llegado dañado: prueba otro cable; la placa conserva el firmware anterior",
    "part_missing": "falta {place}: instala Tenbo de nuevo",
    "not_written_as_source": "{why_source}: no se escribe nada. Como código fuente, el firmware arranca en 6 s en vez de 2 y deja poca memoria para una partida; tenbo flash --source lo escribe de todos modos",
}
