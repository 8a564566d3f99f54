"""Background jobs, run one small step at a time: buttons, displays, hosts and watchdog run between two steps.

A job is a generator that does a few milliseconds of work up to each `yield`.  All jobs go on side by side, but one that
yields True goes on before the others.
"""

import asyncio

from device.input.buttons import TABLE

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Between, Job

# A job of no seat, and in place of a seat the one that makes ready what the open dialogue asks next.
NOBODY = -1
OF_THE_DIALOGUE = TABLE


class Background:
    """The jobs that are not finished yet, each with the seat that waits for it.

    `between` reads the buttons before and after a step that makes something ready for the open dialogue, whose own turn
    may come right before or after it.
    """

    def __init__(self, between: "Between") -> None:
        self._between = between
        self._jobs: "list[tuple[int, Job]]" = []
        self._due = asyncio.Event()

    @property
    def is_busy(self) -> bool:
        """Return whether a job is not finished yet."""
        return bool(self._jobs)

    def begin(self, job: "Job", seat: int = NOBODY) -> None:
        """Begin a job; of a seat's jobs only the last goes on."""
        if seat != NOBODY:
            self.cancel(seat)
        self._jobs.append((seat, job))
        self._due.set()

    def cancel(self, seat: int) -> None:
        """Drop the job of a seat; its result is no longer needed."""
        self._jobs = [(other, job) for other, job in self._jobs if other != seat]

    def cancel_all(self) -> None:
        """Forget the jobs of all seats."""
        self._jobs = [(seat, job) for seat, job in self._jobs if seat == NOBODY]

    async def run(self) -> None:
        """Run the jobs until cancelled."""
        while True:
            await self._due.wait()
            self._due.clear()
            while self._jobs:
                if self._jobs[0][0] == OF_THE_DIALOGUE:
                    self._between()
                    self._step()
                    self._between()
                else:
                    self._step()
                await asyncio.sleep_ms(0)

    def _step(self) -> None:
        """Do a step of the first job, which then comes after the others, or before them if it yields True.

        No reference to a job stays here, so that its results and its modules are freed with it.
        """
        seat, job = self._jobs.pop(0)
        try:
            goes_on = next(job)
        except StopIteration:
            return
        self._jobs.insert(0 if goes_on is True else len(self._jobs), (seat, job))
