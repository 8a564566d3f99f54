"""Programs of the workshop, which no wheel carries."""
