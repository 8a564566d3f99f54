"""French, for the hosts of a larger hall."""

WORDS = {
    "Address": "Adresse",
    "Clock accuracy": "Précision de l’horloge",
    "Host": "Ordinateur",
    "Hosts": "Ordinateurs",
    "Conflicts": "Conflits",
    "Conflicts to resolve: {}": "Conflits à résoudre : {}",
    "Waiting for unreachable hosts": "Commandes pour les ordinateurs injoignables",
    "No conflicts.": "Aucun conflit.",
    "Desk records this host has not yet received: {}": "Entrées de l’organisation qui n’y sont pas encore parvenues : {}.",
    "Cancel everything waiting for {}": "Annuler tout ce qui attend {}",
    "This computer follows no other hosts. To show several hosts, start the desk with the code and address "
    "of each (tenbo desk --follow CODE@ADDRESS:PORT).": "Cet ordinateur n’en suit aucun autre. Pour en afficher plusieurs, démarrer le service de l’organisation avec le code et l’adresse de chacun (tenbo desk --follow CODE@ADDRESS:PORT).",
    "Use this version": "Utiliser cette version",
    "Which host has the right version?": "Quel ordinateur a la bonne version ?",
    "show a name": "afficher un nom",
    "done at the host": "exécuté sur l’ordinateur",
    "started at the host, no answer yet": "commencé sur l’ordinateur, pas encore de réponse",
    "no contact": "pas de contact",
    "start its game": "démarrer sa partie",
    "end its game": "terminer sa partie",
    "not connected yet": "pas encore joint",
    "waiting until {}": "attend jusqu’à {}",
    "version chosen": "version retenue",
}
