"""The lines to a host: what it is told, what it may ask, and the keys that it needs."""
