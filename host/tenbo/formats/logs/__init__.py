"""Import of games that other servers recorded: tenhou.net/6 JSON and mjlog XML, converted into our own records."""
