"""Sets up a computer as a host, a desk or a standby: systemd units, PostgreSQL, files."""
