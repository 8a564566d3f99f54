"""The conversations at the table, one module each; a flow reads like what the players say."""
