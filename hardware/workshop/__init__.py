"""The workshop: checks the table's hardware description and makes everything that follows from it."""
