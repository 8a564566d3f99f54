"""HTTP clients: of the local service, of other hosts, of a Pantheon server."""
