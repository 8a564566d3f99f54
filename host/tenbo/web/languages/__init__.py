"""The words of the pages in other languages, from the English text to theirs; made into `static/words`."""
