"""Polish, for the hosts of a larger hall."""

WORDS = {
    "Address": "Adres",
    "Clock accuracy": "Dokładność zegara",
    "Host": "Komputer",
    "Hosts": "Komputery",
    "Conflicts": "Sprzeczności",
    "Conflicts to resolve: {}": "Sprzeczności czekające na decyzję: {}",
    "Waiting for unreachable hosts": "Polecenia dla odciętych komputerów",
    "No conflicts.": "Brak sprzeczności.",
    "Desk records this host has not yet received: {}": "Wpisy organizatora, których tam jeszcze nie ma: {}",
    "Cancel everything waiting for {}": "Anuluj wszystko, co czeka na {}",
    "This computer follows no other hosts. To show several hosts, start the desk with the code and address "
    "of each (tenbo desk --follow CODE@ADDRESS:PORT).": "Ten komputer nie śledzi innych komputerów. Aby pokazać ich kilka, uruchom stronę organizatora z kodem i adresem każdego z nich (tenbo desk --follow CODE@ADDRESS:PORT).",
    "Use this version": "Użyj tej wersji",
    "Which host has the right version?": "Który komputer ma poprawną wersję?",
    "show a name": "pokazanie imienia",
    "done at the host": "wykonane na tamtym komputerze",
    "started at the host, no answer yet": "zaczęte na tamtym komputerze, jeszcze bez odpowiedzi",
    "no contact": "brak kontaktu",
    "start its game": "rozpoczęcie jego gry",
    "end its game": "zakończenie jego gry",
    "not connected yet": "jeszcze bez połączenia",
    "waiting until {}": "czeka do {}",
    "version chosen": "wybrana wersja",
}
