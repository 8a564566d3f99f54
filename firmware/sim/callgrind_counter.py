"""Counts the instructions that this process executes, when it runs under callgrind on an x86-64.

Callgrind answers the command `status internal` with its counters, and writes the answer to its
log, which is a pipe here.  A request is sent by a row of instructions that do nothing on a real
processor; no Python statement is compiled to it, so it is laid over the machine code of a function
that is there for its place only.
"""

import sys

import uctypes

_X64 = 2
# A Python function as the interpreter keeps it: type, context, children, machine code, of eight bytes each.
_CODE_AT = 24

# A request begins with its number; callgrind listens where four turns, together a whole one, precede an exchange.
_OPEN = bytes((
    0x48, 0x83, 0xEC, 0x38,  # sub rsp, 56
    0x31, 0xD2,  # xor edx, edx: the answer, without callgrind
    0x48, 0x89, 0x54, 0x24, 0x08,  # mov [rsp + 8], rdx
    0x48, 0x89, 0x54, 0x24, 0x10,  # mov [rsp + 16], rdx
    0x48, 0x89, 0x54, 0x24, 0x18,  # mov [rsp + 24], rdx
    0x48, 0x89, 0x54, 0x24, 0x20,  # mov [rsp + 32], rdx
    0x48, 0x89, 0x54, 0x24, 0x28,  # mov [rsp + 40], rdx
))  # fmt: skip
_CLOSE = bytes((
    0x48, 0x89, 0xE0,  # mov rax, rsp
    0x48, 0xC1, 0xC7, 0x03,  # rol rdi, 3
    0x48, 0xC1, 0xC7, 0x0D,  # rol rdi, 13
    0x48, 0xC1, 0xC7, 0x3D,  # rol rdi, 61
    0x48, 0xC1, 0xC7, 0x33,  # rol rdi, 51
    0x48, 0x87, 0xDB,  # xchg rbx, rbx
    0x48, 0x8D, 0x44, 0x12, 0x01,  # lea rax, [rdx + rdx + 1]: the answer as a small integer
    0x48, 0x83, 0xC4, 0x38,  # add rsp, 56
    0xC3,  # ret
))  # fmt: skip
_COMMAND = bytes((
    0xC7, 0x04, 0x24, 0x02, 0x12, 0x00, 0x00,  # mov dword [rsp], 0x1202: a command as of a debugger
    0xC7, 0x44, 0x24, 0x04, 0x00, 0x00, 0x00, 0x00,  # mov dword [rsp + 4], 0
    0x48, 0x8B, 0x01,  # mov rax, [rcx]: args[0]
    0x48, 0x8B, 0x40, 0x18,  # mov rax, [rax + 24]: its bytes
    0x48, 0x89, 0x44, 0x24, 0x08,  # mov [rsp + 8], rax
))  # fmt: skip
_TOGGLE = bytes((
    0xC7, 0x04, 0x24, 0x02, 0x00, 0x54, 0x43,  # mov dword [rsp], 0x43540002: callgrind counts, or does no more
    0xC7, 0x44, 0x24, 0x04, 0x00, 0x00, 0x00, 0x00,  # mov dword [rsp + 4], 0
))  # fmt: skip

_STATUS = b"status internal\0"
_MARK = b"events-1: "

_log = None
_told = bytearray(4096)
_beyond = bytearray(4096)


@micropython.viper  # noqa: F821 - known to MicroPython's compiler
def _ask(command) -> int:  # noqa: ANN001, ARG001 - replaced below
    """Carry out a command; this body is only as long as the instructions that are laid over it."""
    first = 1
    second = 2
    third = first * second + 7
    first = third * second + first * 3
    second = first * third + second * 5
    third = first * second + third * 9
    return first + second * third


@micropython.viper  # noqa: F821 - as above
def toggle() -> int:
    """Stop counting, or go on; this body too is laid over."""
    first = 1
    second = 2
    third = first * second + 7
    first = third * second + first * 3
    second = first * third + second * 5
    third = first * second + third * 9
    return first + second * third


def begin_counting_instructions(descriptor: int) -> None:
    """Begin to count; the log comes in at this open file."""
    global _log
    if sys.implementation._mpy >> 10 & 15 != _X64:
        raise RuntimeError("instructions are counted on an x86-64 only")
    _log = open(descriptor, "rb")  # noqa: SIM115 - open for the whole run
    _lay(_OPEN + _COMMAND + _CLOSE, _ask)
    _lay(_OPEN + _TOGGLE + _CLOSE, toggle)
    set_instrumentation(True)
    toggle()


def set_instrumentation(on: bool) -> None:
    """Be ready to count from the next `toggle` on, or not at all, which is several times as quick."""
    _ask(b"instrumentation on\0" if on else b"instrumentation off\0")
    _log.readinto(_told)
    # Callgrind forgets meanwhile whether it was counting.
    if on and instruction_count() != instruction_count():
        toggle()


def _lay(code: bytes, function: "object") -> None:
    """Lay machine code over that of a function."""
    fields = bytes(uctypes.bytearray_at(id(function), _CODE_AT + 8))
    place = uctypes.bytearray_at(int.from_bytes(fields[_CODE_AT:], "little"), len(code))
    for at in range(len(code)):
        place[at] = code[at]


def instruction_count() -> int:
    """Return how many instructions there have been since `begin`. Takes no memory."""
    _ask(_STATUS)
    size = _log.readinto(_told)
    while size == 4096:  # the deeper the call, the more it tells
        size = _log.readinto(_beyond)
    place = _told.find(_MARK) + 10
    count = 0
    while True:
        digit = _told[place] - 48
        if not 0 <= digit <= 9:
            return count
        count = count * 10 + digit
        place += 1
