"""Who may do what: logins, sessions, rate limits, and what is redacted for whom."""
