"""What the desk is refused, and what it is asked first, in other languages."""
