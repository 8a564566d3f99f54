"""Validation of input from outside: the kinds of its fields, strict JSON, and suggestions for unknown words."""
