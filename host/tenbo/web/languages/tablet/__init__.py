"""The words of a table in a browser, in each language."""
