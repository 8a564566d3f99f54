"""The commands of `tenbo`, one module each: `add_arguments(parser)` and `run(args)`."""
