"""What hosts and their desk exchange through its database: presence, reports of tables, and commands."""
