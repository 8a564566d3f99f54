"""What the names of yaku mean in other languages, by the name of the yaku."""
