"""The words of refusals, a file for each language."""
