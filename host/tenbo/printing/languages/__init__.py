"""The words of papers in other languages, from the English text to theirs; `{}` are values, in the same order."""
