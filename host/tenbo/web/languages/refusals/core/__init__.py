"""What the rules of a table refuse, in other languages."""
