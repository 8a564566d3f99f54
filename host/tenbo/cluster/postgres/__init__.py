"""The desk's database in PostgreSQL: the store, the hosts' reports, and the command queue."""
