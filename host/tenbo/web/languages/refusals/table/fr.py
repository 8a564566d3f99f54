"""French, for what a table refuses, and why its cable says nothing."""

WORDS = {
    "table_belongs_to_hall": "la table sur {port} appartient à une salle : indiquer le fichier de cette salle (--store), ou libérer la table (BACK, « Quitter la salle » et OK des quatre joueurs)",
    "points_do_not_add_up": "le compte des points d’une partie n’est pas bon : merci de le signaler",
    "display_not_answered": "la table n’envoie pas d’image pour {seat}",
    "display_answer_unusable": "la table n’envoie rien qui puisse s’afficher pour {seat}",
    "totals_do_not_add_up": "les totaux d’une partie ne concordent pas : merci de le signaler",
    "no_such_port": "le port {port} n’existe pas : brancher la table ou indiquer un autre port",
    "session_time_missing": "ce règlement ne prévoit pas de durée de session : indiquer les minutes, 1 ou plus",
    "winner_liable_for_own_hand": "le gagnant ne peut pas être pao de sa propre main",
    "port_not_opened": "{port} ne s’ouvre pas ({text}) : est-ce un port série ?",
    "port_gone": "{port} a disparu : {error}",
    "port_in_use": "{port} est occupé : fermer l’autre programme qui l’utilise",
    "port_forbidden": "les droits manquent pour {port} : tenbo doctor dit lesquels",
    "integer_0_not": "{at} doit être un nombre entier à partir de 0, et non {value}",
}
