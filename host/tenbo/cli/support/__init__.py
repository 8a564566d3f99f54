"""Code that several commands share: arguments, parser, output, terminal."""
