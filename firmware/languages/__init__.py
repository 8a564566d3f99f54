"""The words on the displays in other languages, a module each; English stands in the code."""
