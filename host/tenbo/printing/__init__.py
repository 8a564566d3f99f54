"""Printed papers as PDF or HTML: seat lists, slips to sign, standings, a report, posters with codes."""
