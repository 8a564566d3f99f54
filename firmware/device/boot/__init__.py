"""A start in three stages, and what is counted and checked at one."""
