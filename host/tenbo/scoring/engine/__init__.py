"""The machinery of the scorer: suits, honours, shapes and payouts laid out to be looked up."""
