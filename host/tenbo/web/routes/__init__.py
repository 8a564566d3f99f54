"""The local API: JSON over HTTP on this computer, and a stream of changes.

It stands on the standard library: the commands need it, and the base install stays free of packages.
"""

VERSION = 1
