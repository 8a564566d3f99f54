"""Large halls: many hosts, each with the events of its own tables, and one desk above them."""
