"""What is wrong with a hand, in other languages."""
