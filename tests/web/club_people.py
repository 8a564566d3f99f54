"""The people of a club, their results, and the phone on which they read its page."""

from __future__ import annotations

PHONE = {"width": 390, "height": 844}
GAMES = ([32000, 28000, 35000, 25000], [20000, 40000, 25000, 35000])
NAMES = ["Ann Ash", "Ben Box", "Cleo Cox", "Maximiliana Wolkenstein"]
