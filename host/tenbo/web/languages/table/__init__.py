"""The words of the page of a table."""
