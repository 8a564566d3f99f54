"""The words of walls, phones and slips, in each language."""
