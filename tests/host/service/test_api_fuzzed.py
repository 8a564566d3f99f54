"""A public fuzzer sends the API what its description allows and what it does not, and compares the answers with it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from .api_examples import scenario

pytestmark = pytest.mark.thorough("some thousand requests to a service")

# A request may fit its schema and be refused all the same: a hand of thirteen white dragons, an unknown kind of record.
# The stream of changes never ends.
LEFT_OUT = ["--exclude-checks", "positive_data_acceptance", "--exclude-path", "/v1/changes"]


# A reader is refused what is not theirs before a value is looked at: chance alone finds what the desk's rows do not.
@pytest.mark.parametrize(("who", "phases"), [("desk", "examples,coverage,fuzzing"), ("reader", "fuzzing")])
def test_the_api_answers_a_fuzzer_as_its_description_says(who, phases, tmp_path) -> None:
    """No internal error, no status, type or field that is not described, nothing taken that should be refused."""
    fuzzer = Path(sys.executable).with_name("st")
    with scenario(tmp_path) as running:
        running.prepare()
        running.play_a_session()
        url = running.service.server.url
        token = ["-H", f"Authorization: {running.token}"] if who == "desk" else []
        command = [fuzzer, "run", f"{url}/v1/openapi.json", "--url", url, *token, *LEFT_OUT, "-n", "6"]
        command += ["--phases", phases, "--seed", "1", "--no-color"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=900)
        assert done.returncode == 0, done.stdout
        tested = re.search(r"Tested: (\d+)", done.stdout)
        assert tested is not None
        assert int(tested[1]) >= 60
        # It is still there, and says so to a person.
        assert running.ask("GET", "/v1")["api"] == 1
