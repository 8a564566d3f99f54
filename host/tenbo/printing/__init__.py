"""What is printed: seat lists, slips to sign, standings, a report, posters with codes; as PDF and as a page."""
