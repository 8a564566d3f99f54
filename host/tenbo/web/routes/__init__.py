"""The local API: JSON over HTTP on this computer, and a stream of changes.

The handlers use the standard library alone, because the commands need them and the base install has no other packages.
"""

VERSION = 1
