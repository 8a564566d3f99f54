"""Makers of the generated files: what each one writes, from what."""
