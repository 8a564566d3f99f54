"""Dutch, for what the service tells unasked: how a board and its hosts do, a plan in the making, firmware that was not written."""

WORDS = {
    "mpremote_missing": "voor de firmware ontbreekt mpremote: in de kloon `{executable} -m pip install '.[flash]'`",
    "no_table_after_update": "de tafel daar antwoordt niet: {port}",
    "board_without_prompt": "het bord aan {port} is niet klaar ({error}): houd BOOTSEL vast en installeer eerst MicroPython",
    "board_stopped_answering": "het bord aan {port} antwoordt niet meer ({error}): sluit het opnieuw aan en probeer het nog eens",
    "board_is_full": "op het bord is {free} KB vrij, nodig is {need}: bewaar oude spellen en verwijder er enkele",
    "rom_does_not_keep": "de ROM van het bord bewaart niet wat er wordt geschreven: gebruik een ander bord",
    "old_firmware_restored": "de nieuwe firmware meldde zich niet; de oude is teruggezet en draait: meld dit aan de makers",
    "firmware_does_not_stop": "de firmware van de tafel aan {port} stopt niet: trek de kabel los en probeer het nog eens",
    "file_arrived_damaged": "{path} is beschadigd aangekomen: probeer een andere kabel; de oude firmware staat er nog op",
    "part_missing": "{place} ontbreekt: installeer Tenbo opnieuw",
    "not_written_as_source": "{why_source}: er is niets geschreven. Als broncode start de firmware in 6 s in plaats van 2 en blijft er te weinig geheugen over; tenbo flash --source schrijft toch",
}
