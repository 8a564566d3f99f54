"""HTTP clients: for programs, of the local service, of other hosts, of a Pantheon server."""
