"""Validation of input from outside: kinds of fields, days, countries, strict JSON, suggestions for unknown words."""
