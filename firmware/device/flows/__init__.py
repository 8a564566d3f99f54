"""The dialogues at the table, one module each, written in the order in which the players answer."""
