"""The local API: JSON over HTTP on this computer, and a stream of changes."""

VERSION = 1
