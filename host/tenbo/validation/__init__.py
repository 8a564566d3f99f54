"""What comes in from outside: the kinds of its fields, and words that nobody knows."""
