"""What stands within a refusal, in other languages: what a value should be, what is played, and where."""
