"""The service: one process that follows every table, keeps the store and answers the others."""
