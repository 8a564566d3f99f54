"""Halls that one computer cannot hold: many hosts, each keeping the record of its tables, and one desk above them."""
