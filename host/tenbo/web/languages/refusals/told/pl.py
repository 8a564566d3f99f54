"""Polish, for what the service tells unasked: how a board and its hosts do, a plan in the making, firmware that was not written."""

WORDS = {
    "mpremote_missing": "do wgrania firmware'u potrzebny jest mpremote: w klonie `{executable} -m pip install '.[flash]'`",
    "no_table_after_update": "żaden stół tam nie odpowiada: {port}",
    "board_without_prompt": "płytka na {port} nie jest gotowa ({error}): przytrzymaj BOOTSEL i najpierw wgraj MicroPython",
    "board_stopped_answering": "płytka na {port} przestała odpowiadać ({error}): podłącz ją ponownie i powtórz polecenie",
    "board_is_full": "na płytce wolne {free} KB, a potrzeba {need}: zachowaj jej stare gry i część usuń",
    "rom_does_not_keep": "pamięć ROM płytki nie zachowuje zapisu: weź inną płytkę",
    "old_firmware_restored": "nowy firmware nie odpowiedział; wrócił poprzedni i działa: prosimy o zgłoszenie autorom",
    "firmware_does_not_stop": "firmware stołu na {port} się nie zatrzymuje: odłącz stół i spróbuj ponownie",
    "file_arrived_damaged": "plik {path} dotarł uszkodzony: spróbuj z innym kablem; na płytce jest nadal poprzedni firmware",
    "part_missing": "brakuje {place}: zainstaluj Tenbo ponownie",
    "not_written_as_source": "{why_source}: nic nie zapisano. Jako kod źródłowy firmware startuje 6 s zamiast 2 i zostawia za mało pamięci; tenbo flash --source mimo to go wgra",
}
