"""Russian, for the hosts of a larger hall."""

WORDS = {
    "Address": "Адрес",
    "Clock accuracy": "Точность часов",
    "Host": "Компьютер",
    "Hosts": "Компьютеры",
    "Conflicts": "Расхождения",
    "Conflicts to resolve: {}": "Расхождения, ждущие решения: {}",
    "Waiting for unreachable hosts": "Команды для компьютеров без связи",
    "No conflicts.": "Расхождений нет.",
    "Desk records this host has not yet received: {}": "Записи организатора, которых там ещё нет: {}",
    "Cancel everything waiting for {}": "Отменить всё, что ждёт {}",
    "This computer follows no other hosts. To show several hosts, start the desk with the code and address "
    "of each (tenbo desk --follow CODE@ADDRESS:PORT).": "Этот компьютер не отслеживает другие компьютеры. Чтобы показать несколько, запустите страницу организатора с кодом и адресом каждого (tenbo desk --follow CODE@ADDRESS:PORT).",
    "Use this version": "Использовать эту версию",
    "Which host has the right version?": "На каком компьютере верная версия?",
    "show a name": "показ имени",
    "done at the host": "выполнено на том компьютере",
    "started at the host, no answer yet": "начато на том компьютере, ответа ещё нет",
    "no contact": "нет связи",
    "start its game": "запуск его игры",
    "end its game": "завершение его игры",
    "not connected yet": "связи ещё не было",
    "waiting until {}": "ждёт до {}",
    "version chosen": "выбранная версия",
}
