"""Events, players, results and device keys in a PostgreSQL database."""
