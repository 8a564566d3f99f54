"""The pace and fairness of play: times, waiting, and statistics with confidence intervals, from the ledgers."""
