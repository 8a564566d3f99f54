"""What a check found: which check, where, and what to do about it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """One mistake in the description; a fatal one keeps the other checks from making sense."""

    check: str
    where: str
    what: str
    fatal: bool = False

    def __str__(self) -> str:
        """Write the finding as one line.

        >>> print(Finding("drivers", "centre/PIXELS", "two outputs fight"))
        drivers: centre/PIXELS: two outputs fight
        """
        return f"{self.check}: {self.where}: {self.what}"
