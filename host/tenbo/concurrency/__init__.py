"""Threads: one worker, a bounded pool of them, and nothing of tables or tournaments."""
