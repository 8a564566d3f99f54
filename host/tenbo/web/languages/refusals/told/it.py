"""Italian, for what the service tells unasked: how a board and its hosts do, a plan in the making, firmware that was not written."""

WORDS = {
    "mpremote_missing": "per scrivere il firmware serve mpremote: nel clone `{executable} -m pip install '.[flash]'`",
    "no_table_after_update": "lì non risponde nessun tavolo: {port}",
    "board_without_prompt": "la scheda su {port} non è pronta ({error}): tieni premuto BOOTSEL e installa prima MicroPython",
    "board_stopped_answering": "la scheda su {port} non risponde più ({error}): ricollegala e ripeti il comando",
    "board_is_full": "la scheda ha {free} KB liberi e ne servono {need}: salva le sue partite vecchie e cancellane alcune",
    "rom_does_not_keep": "la ROM della scheda non conserva ciò che viene scritto: usa un’altra scheda",
    "old_firmware_restored": "il firmware nuovo non ha risposto; quello vecchio è stato ripristinato e funziona: segnalalo agli autori",
    "firmware_does_not_stop": "il firmware del tavolo su {port} non si ferma: scollega il tavolo e riprova",
    "file_arrived_damaged": "{path} è arrivato danneggiato: prova un altro cavo; la scheda ha ancora il firmware vecchio",
    "part_missing": "manca {place}: reinstalla Tenbo",
    "not_written_as_source": "{why_source}: non viene scritto nulla, perché come sorgente il firmware parte in 6 s invece di 2 e lascia meno memoria di quanta ne serve a una partita; tenbo flash --source lo scrive lo stesso",
}
