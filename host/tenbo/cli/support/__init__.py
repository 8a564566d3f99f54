"""What several commands share: arguments, parser, output, terminal."""
