"""Games that were recorded elsewhere: tenhou.net/6 JSON and mjlog XML, read and told again in our own records."""
