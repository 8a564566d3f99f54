"""The words of the desk, a file for each language."""
