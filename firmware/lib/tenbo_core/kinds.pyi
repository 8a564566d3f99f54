# Names of types for the type checker alone: the core imports them under `if False`, which no interpreter runs.

from collections.abc import Callable as Callable
from collections.abc import Iterable as Iterable
from collections.abc import Iterator as Iterator
from typing import Any as Any  # noqa: TID251 - never run
from typing import Self as Self  # noqa: TID251 - never run
