"""The rehearsal: a whole tournament on simulated tables against a real host, with injected faults."""
