"""The words of the club's pages, in each language."""
