"""The words of the hosts, a file for each language."""
