"""What a table refuses, and why its cable says nothing, in other languages."""
