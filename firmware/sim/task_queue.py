"""The task queue under MicroPython's asyncio, on the simulated table's clock.

The built-in one stamps tasks with the computer's own time.  This one is a list linked through the
tasks and sorted by the moment at which each is due; like the built-in one it takes no memory.
"""

from clock import MASK, ticks_ms

# `asyncio.core`, set by the start: asyncio itself imports this module first.
core: "object" = None

HALF = (MASK + 1) // 2


class TaskQueue:
    """Tasks in the order in which they are due; those due together stay in the order they came."""

    def __init__(self) -> None:
        self.first = None

    def peek(self) -> "Task | None":
        """Return the task that is due first and leave it there."""
        return self.first

    def push(self, task: "Task", due: "int | None" = None) -> None:
        """Put in a task that is due at a reading of the counter, or now."""
        if due is None:
            due = ticks_ms()
        task.data = None
        task.ph_key = due
        before = None
        after = self.first
        while after is not None and (due - after.ph_key & MASK) < HALF:
            before = after
            after = after.next
        task.next = after
        if before is None:
            self.first = task
        else:
            before.next = task

    def pop(self) -> "Task | None":
        """Take out the task that is due first."""
        task = self.first
        self.first = task.next
        task.next = None
        return task

    def remove(self, task: "Task") -> None:
        """Take out a task wherever it stands."""
        before = None
        here = self.first
        while here is not task:
            before = here
            here = here.next
        if before is None:
            self.first = task.next
        else:
            before.next = task.next
        task.next = None


class Task:
    """One coroutine on its way, with the fields that `asyncio.core` reads and sets.

    `state` is True while it runs, a queue of tasks or a function once another task waits for its end,
    None when it has ended unnoticed and False when a task has taken its end.
    """

    def __init__(self, coro: "object", globals: "object" = None) -> None:  # noqa: A002, ARG002 - as asyncio calls it
        self.coro = coro
        self.data = None
        self.state = True
        self.ph_key = 0
        self.next = None

    def __iter__(self) -> "Task":
        """Begin to wait for the end of this task."""
        if not self.state:
            self.state = False
        elif self.state is True:
            self.state = TaskQueue()
        elif not isinstance(self.state, TaskQueue):
            raise RuntimeError("can't wait")
        return self

    def __next__(self) -> None:
        """Raise the result of this task, or queue the waiting task for it."""
        if not self.state:
            raise self.data
        self.state.push(core.cur_task)
        core.cur_task.data = self

    def done(self) -> bool:
        """Return whether the task has ended."""
        return not self.state

    def cancel(self) -> bool:
        """Make the task end with CancelledError the next time it runs, which is now."""
        if not self.state:
            return False
        if self is core.cur_task:
            raise RuntimeError("can't cancel self")
        task = self
        while isinstance(task.data, Task):  # it waits for another task: that one is cancelled
            task = task.data
        if hasattr(task.data, "remove"):  # it waits in some other queue
            task.data.remove(task)
            core._task_queue.push(task)
        elif (ticks_ms() - task.ph_key & MASK) >= HALF:  # it sleeps
            core._task_queue.remove(task)
            core._task_queue.push(task)
        task.data = core.CancelledError
        return True
