"""The keys that halls have given this table, and the proofs of table and host; in memory only while they are needed.

A hall and a table recognise each other by the key that the hall gave: an id can be read off any line, a key is never
sent back.  Both digests begin with a word of their own, so that neither side's proof can be said as the other's.
"""

import binascii
import os

from micropython import const

from tenbo_core import line_seal
from tenbo_core.errors import Malformed, Refused

if False:  # for the type checker alone, and gone when compiled
    from device.parts import Entropy, HostLink, Message

FILE = "hall.keys"
# The number of halls whose keys are kept; the oldest key is dropped.
_MOST = const(8)
_LONGEST = const(64)
# Bytes of the table's own text in a proof, which a line still holds with the digest.
_NONCE = const(8)


def save(hall: str, key: str) -> None:
    """Put the key of a hall on flash, in place of the one before: the new file whole, or the old one."""
    for name, word in (("hall", hall), ("key", key)):
        if not 0 < len(word) <= _LONGEST or not all([33 <= ord(letter) < 127 for letter in word]):
            raise Malformed("bad_field", f"{name} must be a word of letters and digits", name)
    keys = _read()
    if [hall, key] in keys:
        return
    keys = [pair for pair in keys if pair[0] != hall][1 - _MOST :] + [[hall, key]]
    try:
        with open(FILE + ".new", "w") as file:
            for pair in keys:
                file.write(" ".join(pair) + "\n")
        os.rename(FILE + ".new", FILE)
    except OSError:
        raise Refused("no_space", "the flash has no room for the key", "key")


def forget() -> None:
    """Remove all keys, and the Wi-Fi: this table belongs to no hall any more."""
    os.remove(FILE)
    if "wifi" in os.listdir():
        os.remove("wifi")


def prove(link: "HostLink", hall: str, nonce: str, entropy: "Entropy") -> "Message":
    """Return a text of our own and the digest that needs the hall's key; the host may then prove itself with both."""
    challenge = link.challenge
    # It may be another host, or the same one that knows of no session: what follows has no seal, and no rights by it.
    link.reader.seal = link.session = None
    link.proved = link.trusted
    if challenge is None or challenge[:2] != (hall, nonce):
        challenge = link.challenge = (hall, nonce, binascii.hexlify(entropy(_NONCE)).decode())
    # The same question said twice has one answer: the host may have proved itself by the first.
    return [challenge[2], _digest("table", *challenge)]


def admit(link: "HostLink", digest: str) -> None:
    """Take the proof of the host on a link, or refuse it; each challenge is good for one."""
    challenge, link.challenge = link.challenge, None
    if challenge is None or not digest or digest != _digest("host", *challenge):
        raise Refused("not_proved", "this is no proof of the hall's key: ask the table to prove itself first", "digest")
    link.session = challenge
    # Over a network others may speak on the line until it is sealed.
    link.proved = link.port.is_cable


def enable_seal(link: "HostLink") -> None:
    """Seal a line whose host has shown its proof; the answer to that has a seal already."""
    session, link.session = link.session, None
    if session is None:
        raise Refused("not_proved", "show the proof of the hall's key first", "seal")
    # A hello that was changed on its way to the host names another device or ledger.
    hello = link.host_commands.hello_fields()
    link.reader.seal = line_seal.LineSeal(
        line_seal.TABLE, _key_of(session[0]), session[1], f"{session[2]} {hello[1]} {hello[4]}"
    )
    link.proved = True
    # What was said before the seal came could be lost, or not be the table's.
    link.send_seat_states()


def _digest(side: str, hall: str, nonce: str, own: str) -> str:
    """Return what one side answers to both texts, by the hall's key; empty without a key."""
    key = _key_of(hall)
    if not key:
        return ""
    text = f"{side} {nonce} {own}".encode()
    return binascii.hexlify(line_seal.hmac(line_seal.hmac_key_blocks(key.encode()), text)).decode()


def _key_of(hall: str) -> str:
    for name, key in _read():
        if name == hall:
            return key
    return ""


def _read() -> "list[list[str]]":
    """Return the keys as pairs of hall and key; other lines are ignored."""
    try:
        with open(FILE) as file:
            pairs = [line.split() for line in file.read().split("\n")]
    except (OSError, ValueError):
        return []
    return [pair for pair in pairs if len(pair) == 2 and len(pair[1]) <= _LONGEST]
