"""What comes as an English sentence without a code: from a table, from the rules, and told unasked. No page says it by name."""
