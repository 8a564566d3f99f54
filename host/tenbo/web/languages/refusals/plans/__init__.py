"""What is told of a plan of seats, in other languages."""
