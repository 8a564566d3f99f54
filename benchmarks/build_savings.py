"""What each step of the firmware's build saves, and what a step makes of a module.

    python benchmarks/build_savings.py                       build with all steps, then without one of them
    python benchmarks/build_savings.py --show device/app.py  print a module as it is compiled

A file is measured as it is loaded by a Pico; a name is one that a board keeps for ever, and takes some 7 bytes besides
its letters.
"""

from __future__ import annotations

import argparse
import ast
import sys
from contextlib import ExitStack
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / part) for part in ("host", "firmware/lib", "tests", "tests/device")]

from chip_memory import OF_EVERY_PORT  # noqa: E402

from tenbo.flash import compile_files, firmware_files  # noqa: E402
from tenbo.flash.build import linker, mpy_compile  # noqa: E402
from tenbo.flash.build.inline_constants import constants_of  # noqa: E402
from tenbo.flash.build.mpy_compile import minified_sources  # noqa: E402
from tenbo.flash.build.qstr_table import resident_names  # noqa: E402
from tenbo.simulator.interpreter_lookup import find_firmware_folder  # noqa: E402

PROCESSOR = "armv6m"


def unjoined_sources(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the sources with short names and without what no board needs, each module in its own file."""
    short = mpy_compile.shorten_names(linker.without_outgoing_messages(files))
    return {
        path: mpy_compile.strip_repr(data.decode()).encode() if path.endswith(".py") else data
        for path, data in short.items()
    }


def native_code_constants(tree: ast.Module, exported: tuple[str, ...]) -> dict[str, object]:
    """Return the constants of a module, if native code reads them: the compiler has to know those."""
    text = ast.unparse(tree)
    return constants_of(tree, exported) if "viper" in text or "BEYOND =" in text else {}


# Each step, and what stands in for it: the module, the function, the replacement.
STEPS = {
    "messages of its own stripped": [(linker, "without_outgoing_messages", lambda files: files)],
    "`__repr__` stripped": [(linker, "strip_repr", str), (mpy_compile, "strip_repr", str)],
    "constants inlined": [(linker, "constants_of", native_code_constants)],
    "names shortened": [(mpy_compile, "shorten_names", lambda files, *_: files)],
    "names ordered by use": [(linker, "qstr_prelude", lambda _: "")],
    "modules joined, constants inlined": [(mpy_compile, "minified_sources", unjoined_sources)],
    "all of these": [(mpy_compile, "minified_sources", dict)],
}


def measure(files: dict[str, bytes]) -> tuple[int, int, int]:
    """Return how many compiled modules there are, their bytes, and the names that a board keeps."""
    compiled = compile_files(files, PROCESSOR)
    modules = {path: data for path, data in compiled.items() if path.endswith(".mpy") and "names_" not in path}
    names = (resident_names(compiled) | set(modules)) - set(OF_EVERY_PORT.split())
    return len(modules), sum(map(len, modules.values())), len(names)


def main() -> None:
    """Print the table, or one module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--show", metavar="PATH", help="the module on the board to print, such as device/app.py")
    args = parser.parse_args()
    files = firmware_files(find_firmware_folder())
    if args.show:
        sys.stdout.write(minified_sources(files)[args.show].decode())
        return
    whole = measure(files)
    print(f"{'':42}{'files':>6}{'bytes':>9}{'names':>7}")
    print(f"{'with all steps':42}{whole[0]:6}{whole[1]:9,}{whole[2]:7,}")
    for step, replaced in STEPS.items():
        with ExitStack() as stack:
            for module, name, stand_in in replaced:
                stack.enter_context(mock.patch.object(module, name, stand_in))
            files_more, bytes_more, names_more = (mine - all_ for mine, all_ in zip(measure(files), whole, strict=True))
        print(f"without: {step:33}{files_more:+6}{bytes_more:+9,}{names_more:+7,}")


if __name__ == "__main__":
    main()
