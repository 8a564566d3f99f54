"""The service: one process that follows every table, writes the store and serves the API and the pages."""
