"""What is printed and pinned to the wall: seat lists, slips to sign, standings and a report, as PDF and as a page."""
