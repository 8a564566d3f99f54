"""What the words of each language are checked against, a file for each."""
