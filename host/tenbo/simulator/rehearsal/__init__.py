"""The drill before the day: a whole tournament on simulated tables against a real host that is killed meanwhile."""
