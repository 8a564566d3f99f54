"""What every service stands on: worker threads, a bounded pool of them, and the log."""
