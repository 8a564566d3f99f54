"""Identifiers that stand within refusals, in other languages: kinds of events, fields, states and winds."""
