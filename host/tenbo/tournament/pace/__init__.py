"""How fast and how fairly a tournament was played: time, waiting, and figures with their spread, from the ledgers."""
