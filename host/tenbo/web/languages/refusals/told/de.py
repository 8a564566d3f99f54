"""German, for what the service tells unasked: how a board and its hosts do, a plan in the making, firmware that was not written."""

WORDS = {
    "mpremote_missing": "für die Firmware fehlt mpremote: im Klon `{executable} -m pip install '.[flash]'`",
    "no_table_after_update": "dort antwortet der Tisch nicht: {port}",
    "board_without_prompt": "die Platine an {port} ist nicht bereit ({error}): BOOTSEL halten und zuerst MicroPython installieren",
    "board_stopped_answering": "die Platine an {port} antwortet nicht mehr ({error}): bitte neu anschließen und noch einmal versuchen",
    "board_is_full": "auf der Platine sind {free} KB frei, nötig sind {need}: bitte alte Partien sichern und einige löschen",
    "rom_does_not_keep": "das ROM der Platine behält nicht, was geschrieben wird: bitte eine andere Platine verwenden",
    "old_firmware_restored": "die neue Firmware hat sich nicht gemeldet; die alte ist wiederhergestellt und läuft: bitte den Herstellern melden",
    "firmware_does_not_stop": "die Firmware des Tisches an {port} lässt sich nicht anhalten: bitte abziehen und noch einmal versuchen",
    "file_arrived_damaged": "{path} kam beschädigt an: bitte ein anderes Kabel versuchen; die alte Firmware ist noch da",
    "part_missing": "{place} fehlt: bitte Tenbo neu installieren",
    "not_written_as_source": "{why_source}: es wurde nichts geschrieben. Als Quelltext startet die Firmware in 6 s statt 2 und lässt zu wenig Speicher; tenbo flash --source schreibt sie trotzdem",
}
