"""From the contacts at the seats to a queue of presses."""
