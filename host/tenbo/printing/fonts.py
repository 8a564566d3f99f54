"""The fonts of a PDF: a built-in one, and for other letters an installed one, whose used letters are embedded."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tenbo_core.errors import Malformed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fpdf import FPDF

# Every reader of PDF has it; it has the letters of western Europe.
PLAIN = "helvetica"

# Where systems keep fonts, and files with many letters, the nearest to the plain font first: regular, then bold.
FOLDERS = (
    "/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts",
    "/System/Library/Fonts", "/Library/Fonts", "~/Library/Fonts", "C:/Windows/Fonts",
)  # fmt: skip
LATIN = (
    ("LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"), ("Arial.ttf", "Arial Bold.ttf"),
    ("arial.ttf", "arialbd.ttf"), ("NotoSans-Regular.ttf", "NotoSans-Bold.ttf"),
    ("DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf"), ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
)  # fmt: skip
EAST_ASIAN = (
    ("ipaexg.ttf", ""), ("ipagp.ttf", ""), ("ipag.ttf", ""), ("fonts-japanese-gothic.ttf", ""),
    ("NotoSansJP-Regular.ttf", "NotoSansJP-Bold.ttf"), ("meiryo.ttc", "meiryob.ttc"), ("msgothic.ttc", ""),
    ("Arial Unicode.ttf", ""),
    ("NotoSansCJK-Regular.ttc", "NotoSansCJK-Bold.ttc"),
)  # fmt: skip
# What is in Korean looks for these first: its letters are of one manner with the signs of names.
KOREAN = (
    ("NotoSansKR-Regular.ttf", "NotoSansKR-Bold.ttf"), ("NanumGothic.ttf", "NanumGothicBold.ttf"),
    ("malgun.ttf", "malgunbd.ttf"), ("AppleSDGothicNeo.ttc", ""), ("AppleGothic.ttf", ""), ("UnBatang.ttf", ""),
)  # fmt: skip
# A sign may be written otherwise in China than in Japan: what is in Chinese looks for these first.
CHINESE = (
    ("NotoSansSC-Regular.ttf", "NotoSansSC-Bold.ttf"), ("wqy-microhei.ttc", ""), ("wqy-zenhei.ttc", ""),
    ("msyh.ttc", "msyhbd.ttc"), ("simhei.ttf", ""), ("Deng.ttf", "Dengb.ttf"), ("STHeiti Medium.ttc", ""),
    ("DroidSansFallbackFull.ttf", ""),
)  # fmt: skip


# The replacement of a letter that no font has: in a font that has it, and in the plain one.
BOX, PLAIN_BOX = "\u25a1", "[]"
MOST_NAMED = 8
# The plain font has the apostrophe of a typewriter alone, and no minus: its dash is as wide as a digit (WinAnsi 96).
LOOK_ALIKES = {0x2019: "'", 0x2212: "\x96"}


class Face(NamedTuple):
    """A font on this computer: its files and the letters that it has."""

    name: str
    regular: Path
    bold: Path
    letters: frozenset[int]

    def has(self, text: str) -> bool:
        """Return whether the font has every letter of a text."""
        return all(ord(letter) in self.letters for letter in text)


class Fonts:
    """Chooses a font for every text of a document; a letter that no font has is drawn as a box, and is in `lost`."""

    def __init__(self, words: Iterable[str], own: Path | None = None, language: str = "en") -> None:
        self._faces: list[Face] = []
        self.lost: list[str] = []
        self._chosen: dict[str, str] = {}
        texts = sorted(set(words))
        strange = [text for text in texts if not is_core_font_text(text)]
        # A font of this computer is opened only where a letter asks for it, the named one always: it may be none.
        # One document has one Latin font throughout.
        if own is not None:
            self._faces.append(_open_face("own", own, own))
        offered = _installed_faces(FOLDERS, language) if strange and own is None else iter(())
        for text in strange:
            while (face := self._with(text)) is None:
                nearest = next(offered, None)
                if nearest is None:
                    face = self._nearest(text)
                    self.lost += [one for one in text if not _can_set(face, one) and one not in self.lost]
                    break
                self._faces.append(nearest)
            self._chosen[text] = face.name if face is not None else PLAIN

    def _with(self, text: str) -> Face | None:
        return next((face for face in self._faces if face.has(text)), None)

    def _nearest(self, text: str) -> Face | None:
        """Return the font that has the most letters of a text, or None where none has more than the plain one."""
        letters = [(sum(_can_set(face, one) for one in text), -number) for number, face in enumerate(self._faces)]
        most, place = max(letters, default=(0, 0))
        return self._faces[-place] if most > sum(map(is_core_font_text, text)) else None

    def drawable_text(self, text: str) -> str:
        """Return a text as it can be drawn in its font: with a box for each letter that the font lacks."""
        if is_core_font_text(text):
            return text.translate(LOOK_ALIKES)
        if not self.lost:
            return text
        face = next((one for one in self._faces if one.name == self.font_for(text)), None)
        box = BOX if face is not None and face.has(BOX) else PLAIN_BOX
        return "".join(one if _can_set(face, one) else box for one in text)

    def add_to(self, pdf: FPDF) -> None:
        """Add to a PDF the fonts that its texts need."""
        for face in self._faces:
            if face.name in self._chosen.values():
                pdf.add_font(face.name, "", face.regular)
                pdf.add_font(face.name, "B", face.bold)

    def font_for(self, text: str) -> str:
        """Return the name of the font that a text, or a part of one, is set in."""
        if is_core_font_text(text):
            return PLAIN
        if text in self._chosen:
            return self._chosen[text]
        face = next((face for face in self._faces if face.has(text)), None) or self._nearest(text)
        return PLAIN if face is None else face.name


def _can_set(face: Face | None, letter: str) -> bool:
    return is_core_font_text(letter) if face is None else face.has(letter)


def is_core_font_text(text: str) -> bool:
    """Return whether the font that every reader has can set a text.

    >>> [is_core_font_text(text) for text in ("Jürgen", "l’heure", "−6,000", "Łukasz", "千代子")]
    [True, True, True, False, False]
    """
    try:
        text.translate(LOOK_ALIKES).encode("latin-1")
    except UnicodeEncodeError:
        return False
    return True


def _installed_faces(folders: Iterable[str], language: str) -> Iterator[Face]:
    """Yield the fonts of this computer, those of the language before others of its signs."""
    own = {"zh": CHINESE, "ko": KOREAN}.get(language, EAST_ASIAN)
    signs = (*own, *(face for faces in (EAST_ASIAN, CHINESE, KOREAN) if faces is not own for face in faces))
    found = {path.name: path for folder in folders for path in sorted(Path(folder).expanduser().rglob("*.tt[fc]"))}
    for number, (regular, bold) in enumerate((*LATIN, *signs)):
        if regular in found:
            yield _open_face(f"face{number}", found[regular], found.get(bold, found[regular]))


def _open_face(name: str, regular: Path, bold: Path) -> Face:
    from fontTools.ttLib import TTFont, TTLibError  # noqa: PLC0415 - only where a letter asks for it

    try:
        with regular.open("rb") as file, TTFont(file, fontNumber=0, lazy=True) as font:
            return Face(name, regular, bold, frozenset(font.getBestCmap() or {}))
    except TTLibError:
        raise Malformed("bad_field", f"{regular} is not a font: name a .ttf file", "font") from None


def missing_letters_warning(lost: list[str]) -> str:
    """Return a warning about letters that no font here has, by their numbers.

    >>> missing_letters_warning(["子"])
    'no installed font has U+5B50: a box stands for it'
    """
    numbers = ", ".join(f"U+{ord(letter):04X}" for letter in lost[:MOST_NAMED])
    more = f" and {len(lost) - MOST_NAMED} more" if len(lost) > MOST_NAMED else ""
    return f"no installed font has {numbers}{more}: a box stands for {'it' if len(lost) == 1 else 'each'}"
