"""What a hall tells outward for a club's own devices: read-only, and never on the way of a result."""
