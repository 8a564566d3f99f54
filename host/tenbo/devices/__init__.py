"""The devices: ports found, tables followed, authenticated and commanded over their serial lines."""
