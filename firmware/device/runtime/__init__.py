"""What all other folders stand on: time, modules on demand, the watchdog."""
