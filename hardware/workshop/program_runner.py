"""Runs the programs that draw, simulate and cut: on a slow machine they may take long, and none stops the others."""

from __future__ import annotations

import subprocess

LONGEST_S = 3600  # of a program that has hung; the slowest print takes minutes of a loaded machine


def run(command: list[str]) -> subprocess.CompletedProcess[str]:
    r"""Run a program and keep what it writes; one that does not end has failed, and says so.

    >>> run(["python3", "-c", "print(1)"]).stdout
    '1\n'
    """
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=LONGEST_S)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 1, "", f"{command[0]} did not end within {LONGEST_S} seconds")
