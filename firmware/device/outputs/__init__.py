"""What the players see and hear: views and their drawing, displays, lights and tones."""
