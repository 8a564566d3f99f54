"""Letters and signs in a frame, and the words of each language."""
