"""The words of the desk's pages: what a page waits for, what was done, and what stands in its rows."""
