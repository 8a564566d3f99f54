"""What is refused of seasons, evenings and their games, in other languages."""
