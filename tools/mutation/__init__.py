"""Mutation tests: one thing of the code is changed at a time, and the tests that reach it have to notice."""
