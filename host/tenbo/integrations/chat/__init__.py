"""Messages to a club's chat when a game has ended; no result depends on them."""
