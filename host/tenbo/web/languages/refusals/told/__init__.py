"""The words of what the service tells unasked, a file for each language."""
