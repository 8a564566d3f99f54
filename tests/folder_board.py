"""A board whose flash is a folder of this computer, and what may be on one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from raw_prompt import RawPrompt

if TYPE_CHECKING:
    from pathlib import Path

OLD = {"main.py": b"old main\n", "lib/tenbo_core/rules.py": b"old rules\n", "device/app.py": b"old app\n"}
NEW = {"main.py": b"new main\n", "lib/tenbo_core/rules.py": b"new rules\n", "device/flows/win.py": b"new win\n"}
OWN = {"games/000000.log": b"precious\n", "ledger.id": b"5f2c", "lib/other/thing.py": b"somebody else's\n"}


class FolderBoard:
    """A board whose flash is a folder; its programs are run by MicroPython in there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._prompt = RawPrompt(folder)
        self.fails_after: int | None = None
        self.damages = ""
        self.free: int | None = None

    def exec(self, command: str) -> bytes:
        """Run a program in the folder, unless the cable has been pulled."""
        self._count()
        if self.free is not None:
            command = command.replace("stat = os.statvfs(os.getcwd())", f"stat = (1, 0, 0, {self.free})")
        printed, wrong, _ = self._prompt.execute(command.encode()).split(b"\x04")
        assert not wrong, wrong.decode()
        return printed

    def close(self) -> None:
        """Take the board away."""
        self._prompt.close()

    def fs_writefile(self, dest: str, data: bytes, chunk_size: int = 256) -> None:
        """Write a file, as the cable lets it."""
        self._count()
        if self.damages and dest.endswith(self.damages):
            data = data.replace(b"n", b"m", 1)
        (self.folder / dest).write_bytes(data)

    def _count(self) -> None:
        if self.fails_after is not None:
            self.fails_after -= 1
            if self.fails_after < 0:
                raise OSError("the cable was pulled")

    def put(self, files: dict[str, bytes]) -> None:
        """Put files on the board by hand."""
        for path, data in files.items():
            (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / path).write_bytes(data)

    def files(self) -> dict[str, bytes]:
        """Return what is on the board."""
        return {
            path.relative_to(self.folder).as_posix(): path.read_bytes()
            for path in sorted(self.folder.rglob("*"))
            if path.is_file()
        }
