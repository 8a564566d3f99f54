"""Plants one mistake in the description, so that a test can ask which check finds it."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from workshop import build_pipeline, design
from workshop.checks import CHECKS, Finding, check

SOURCE = design.read()
KEPT = pickle.dumps(SOURCE)


def fresh() -> dict[str, Any]:
    """Return a copy of the description that a test may spoil."""
    source: dict[str, Any] = pickle.loads(KEPT)
    return source


def move(source: dict[str, Any], board: str, pin: str, start: str, end: str | None) -> None:
    """Take a pin off one net and, if there is an end, put it on another."""
    nets = source["boards"][board]["nets"]
    nets[start].remove(pin)
    if end is not None:
        nets.setdefault(end, []).append(pin)


def findings(source: dict[str, Any]) -> list[Finding]:
    """Run every check on the spoiled description."""
    return check(design.build(source))


def found_by(name: str, source: dict[str, Any]) -> list[str]:
    """Return what the one check says about the spoiled description."""
    return [str(finding) for finding in CHECKS[name](design.build(source))]


def needs(*programs):
    """Return a mark that skips a test where a program is missing, with its package; the gate lets none pass so."""
    missing = [program for program in programs if build_pipeline.find(program) is None]
    reason = f"{', '.join(missing)} not installed (apt-get install {' '.join(missing)})"
    return pytest.mark.skipif(bool(missing), reason=reason)
