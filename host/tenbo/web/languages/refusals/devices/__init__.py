"""How a device does, and why it is not followed, in other languages."""
