"""French, for what the service tells unasked: how a board and its hosts do, a plan in the making, firmware that was not written."""

WORDS = {
    "mpremote_missing": "pour le firmware, il manque mpremote : dans le clone `{executable} -m pip install '.[flash]'`",
    "no_table_after_update": "aucune table n’y répond : {port}",
    "board_without_prompt": "la carte sur {port} n’est pas prête ({error}) : maintenir BOOTSEL et installer d’abord MicroPython",
    "board_stopped_answering": "la carte sur {port} ne répond plus ({error}) : la rebrancher et recommencer",
    "board_is_full": "la carte a {free} Ko libres, il en faut {need} : sauvegarder ses anciennes parties et en effacer",
    "rom_does_not_keep": "la ROM de la carte ne garde pas ce qui est écrit : prendre une autre carte",
    "old_firmware_restored": "le nouveau firmware n’a pas répondu ; l’ancien est remis et tourne : merci de le signaler à ses auteurs",
    "firmware_does_not_stop": "le firmware de la table sur {port} ne s’arrête pas : la débrancher et recommencer",
    "file_arrived_damaged": "{path} est arrivé abîmé : essayer un autre câble ; l’ancien firmware est toujours là",
    "part_missing": "{place} manque : réinstaller Tenbo",
    "not_written_as_source": "{why_source} : rien n’est écrit. En code source, le firmware démarre en 6 s au lieu de 2 et laisse trop peu de mémoire ; tenbo flash --source l’écrit quand même",
}
