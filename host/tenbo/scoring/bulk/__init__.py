"""The same rules over arrays of millions of hands (needs NumPy)."""
