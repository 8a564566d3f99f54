"""Set-up of the table without a host: rule book, session, names, languages, sound."""

from micropython import const

from device.flows import selftest
from device.flows.dialogue import GONE, TIMEOUT_MS, Dialogue
from device.input.buttons import BACK, DOWN, OK, RIICHI, UP
from device.outputs import views
from device.storage.ledger_writer import LedgerWriter
from device.storage.settings import Settings
from device.text.language import LANGUAGES, SeatLanguages
from tenbo_core import books
from tenbo_core.events import CENTRE
from tenbo_core.table import OVER, PLAYING

if False:  # for the type checker alone, and gone when compiled
    from device.parts import SetupEntry

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# A word of a name begins behind one of these; its other letters are small.
_BETWEEN = " -."
# The first number of Cyrillic in Unicode.
_CYRILLIC = const(0x400)
# Kana, which are neither large nor small, come behind this.
_KANA = const(0x3000)
_LONGEST_NAME = const(12)
# In minutes; 0 is a game without a clock.
SESSIONS = (0, 45, 60, 75, 90, 105, 120)


async def run(dialogue: Dialogue, keeper: LedgerWriter, settings: Settings, seat: int) -> None:
    """Let a seat choose a setting."""
    table = keeper.table
    playing = table is not None and table.phase == PLAYING
    running = table is not None and table.phase != OVER
    entries: "list[SetupEntry]" = [("New game", new_game)] if not playing else []
    if running:
        entries.append(("End the game", end_game))
    entries += [("My name", choose_name), ("My language", choose_language), ("Sound on or off", choose_sound)]
    entries.append(("Test this seat", selftest.run))
    names = [dialogue.localize(seat, name) for name, _ in entries]
    chosen = await dialogue.choose(seat, dialogue.localize(seat, "Set up"), names)
    if chosen is not None:
        await entries[chosen][1](dialogue, keeper, settings, seat)


async def new_game(dialogue: Dialogue, keeper: LedgerWriter, settings: Settings, seat: int) -> None:
    """Choose a rule book and begin a game; the names at the seats stay.

    A running game is ended first, if the seat confirms that: everybody sees the result, and undo takes it back.
    """
    table = keeper.table
    if table is not None and table.phase != OVER and keeper.ledger.has_begun():
        await end_game(dialogue, keeper, settings, seat)
        return
    keeper.check_writable("start")
    at = books.BOOKS.index(settings.rules) if settings.rules in books.BOOKS else 0
    chosen = await dialogue.choose(seat, dialogue.localize(seat, "Rule book"), list(books.BOOKS), at)
    if chosen is None:
        return
    minutes = await choose_minutes(dialogue, settings, seat)
    if minutes is None:
        return
    settings.rules = books.BOOKS[chosen]
    settings.minutes = minutes
    settings.save()
    names = keeper.table.names if keeper.table is not None else ["", "", "", ""]
    keeper.record("start", seat, {"rules": books.BOOKS[chosen]})
    for other, name in enumerate(names):
        if name:
            keeper.record("name", CENTRE, {"seat": other, "name": name})
    if minutes:
        keeper.record("session", seat, {"minutes": minutes})
    dialogue.show_note_everywhere("hold OK: dice")


async def choose_minutes(dialogue: Dialogue, settings: Settings, seat: int) -> "int | None":
    """Choose how long the session lasts; 0 is a game without a clock."""
    names = [dialogue.localize(seat, "no clock")] + [
        dialogue.localize(seat, "{} minutes", minutes) for minutes in SESSIONS[1:]
    ]
    at = SESSIONS.index(settings.minutes) if settings.minutes in SESSIONS else 0
    chosen = await dialogue.choose(seat, dialogue.localize(seat, "Session"), names, at)
    return None if chosen is None else SESSIONS[chosen]


async def end_game(dialogue: Dialogue, keeper: LedgerWriter, _settings: Settings, seat: int) -> None:
    """End the game by hand, if the seat confirms that; in the middle of a hand another seat has to agree."""
    options = [dialogue.localize(seat, "no"), dialogue.localize(seat, "yes, end it")]
    if await dialogue.choose(seat, dialogue.localize(seat, "End the game?"), options) != 1:
        return
    if keeper.table is None or keeper.table.phase != PLAYING:
        keeper.record("end", seat, {})
        return
    from device.flows import agreement

    plan = agreement.PlannedEvent(keeper, "end", seat, {})
    await agreement.propose(dialogue, keeper, plan, lambda other: dialogue.localize(other, "End the game?"))


async def choose_name(dialogue: Dialogue, keeper: LedgerWriter, _settings: Settings, seat: int) -> None:
    """Let a player spell a name: UP and DOWN change the letter, OK takes it, RIICHI ends the name."""
    if keeper.table is None or keeper.table.phase == OVER:
        dialogue.displays.show_note(seat, dialogue.localize(seat, "begin a game first"))
        return
    # Each language has letters of its own; an alphabet of another kind comes first.
    own = dialogue.localize(seat, "ÄÖÜ")
    letters = (own + LETTERS if ord(own[0]) >= _CYRILLIC else LETTERS + own) + _BETWEEN
    # A name that cannot be written is not spelled first.
    keeper.check_writable("name")
    name, at = "", 0
    while True:
        title = dialogue.localize(seat, "My name")
        keys = dialogue.key_labels(seat, "take", "^", "`", "delete" if name else "leave")
        done = dialogue.localize(seat, "RIICHI done") if name else ""
        dialogue.displays.show(seat, views.message_view(title, [f"{name}[{letters[at]}]"], keys, "name", done))
        button = await dialogue.seat_press(seat, TIMEOUT_MS)
        if button is GONE:
            return
        if button == UP:
            at = (at - 1) % len(letters)
        elif button == DOWN:
            at = (at + 1) % len(letters)
        elif button == OK and len(name) == _LONGEST_NAME:
            dialogue.show_note_at(seat, "no room for more")
        elif button == OK:
            name += letters[at] if not name or name[-1] in _BETWEEN else _small(letters[at])
        elif button == BACK:
            if not name:
                return
            name = name[:-1]
        elif button == RIICHI:
            break
    if name.strip():
        keeper.record("name", seat, {"seat": seat, "name": name.strip()})


def _small(letter: str) -> str:
    """Return the small letter of a large one: MicroPython knows those of ASCII alone."""
    code = ord(letter)
    if code < 0x80:
        return letter.lower()
    if code >= _KANA:
        return letter
    # In Latin-1 and Cyrillic they stand 32 places on, Ё further, in the table between side by side.
    return chr(code + (0x50 if code == 0x401 else 0x20 if code < 0x100 or code > _CYRILLIC else 1))


async def choose_language(dialogue: Dialogue, _keeper: LedgerWriter, settings: Settings, seat: int) -> None:
    """Let a seat choose the language it reads."""
    words = dialogue.displays.words
    at = LANGUAGES.index(words.languages[seat])
    names = _language_names(words)
    chosen = await dialogue.choose(seat, dialogue.localize(seat, "My language"), names, at)
    if chosen is None:
        return
    words.set_language(seat, LANGUAGES[chosen])
    settings.languages[seat] = LANGUAGES[chosen]
    settings.save()


async def choose_sound(dialogue: Dialogue, _keeper: LedgerWriter, settings: Settings, seat: int) -> None:
    """Switch the tones of the table on or off; the session's alarms always sound."""
    settings.silent = not settings.silent
    settings.save()
    dialogue.displays.show_note(seat, dialogue.localize(seat, "sound off" if settings.silent else "sound on"))


def _language_names(words: SeatLanguages) -> "list[str]":
    """Return what each language calls itself, from a file of their names; by its code where there is none."""
    file = words.open_words("names")
    if file is None:
        return list(LANGUAGES)
    names = str(file.read(), "utf-8").split("\n")
    file.close()
    return names
