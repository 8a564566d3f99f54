"""One line to one table: its bytes, its messages, and what is asked over it."""
