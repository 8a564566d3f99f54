"""A seat box reduced to what its driver sees: an expander with registers, a display with memory.

It knows the commands of the real chips that the driver uses, and what they do when told nonsense:
nothing. It can be pulled, put back, and made to fail.
"""

EXPANDER = 0x20
DISPLAY = 0x3C
GPPU = 0x06
GPIO = 0x09
OLAT = 0x0A
RUN_DISPLAY = 0x80

EIO = 5
BITS_A_BYTE = 9
BITS_A_SECOND = 400_000


class SimpleSeat:
    """Both the wires (`bus`, `free`, `release`, `listen`, `is_quiet`) and the two chips behind them."""

    def __init__(self):
        self.plugged = True
        self.has_interrupt = False
        self.display_works = True
        self.pressed = 0
        self.fail_next = 0
        self.transfers = []
        self.freed = 0
        self.resets = 0
        self.power_on()

    def power_on(self):
        self.registers = bytearray(11)
        self.registers[0] = 0xFF
        self.memory = bytearray(b"\xa5" * 1024)
        self.lit = False
        self.contrast = 0x7F
        self.page = 0
        self.column = 0

    # ------------------------------------------------------------ the wires

    def bus(self):
        return self

    def unstick(self):
        self.freed += 1
        return True

    def release(self):
        self.freed += 1

    def pull_up(self):
        pass

    def is_interrupt_quiet(self):
        return False

    def bus_us(self):
        """Return the microseconds that all transfers so far take on the wires: address, bytes, start and stop."""
        bits = sum([(1 + length) * BITS_A_BYTE + 2 for _, length in self.transfers])
        return bits * 1_000_000 // BITS_A_SECOND

    def writeto(self, address, data):
        self._answer(address)
        self.transfers.append((address, len(data)))
        if address == EXPANDER:
            self._to_expander(data)
        elif data[0] == 0x00:
            self._commands(bytes(data[1:]))
        else:
            place = 0
            # Commands one by one, each behind a mark of its own, then all the rest is columns.
            while data[place] == 0x80:
                self._commands(bytes(data[place + 1 : place + 2]))
                place += 2
            assert data[place] == 0x40
            self._columns(data[place + 1 :])

    def _columns(self, columns):
        start = self.page * 128 + self.column
        self.memory[start : start + len(columns)] = columns
        self.column += len(columns)
        assert self.column <= 128, "columns written past the right edge"

    def readfrom_mem_into(self, address, register, buffer):
        self._answer(address)
        self.transfers.append((address, 3 + len(buffer)))
        for place in range(len(buffer)):
            value = self.registers[register + place]
            if register + place == GPIO:
                value = self.registers[OLAT] & 0xE0 | ~self.pressed & 0x1F
            buffer[place] = value

    def _answer(self, address):
        if self.fail_next:
            self.fail_next -= 1
            raise OSError(EIO)
        awake = self.registers[OLAT] & RUN_DISPLAY and self.display_works
        if not self.plugged or (address == DISPLAY and not awake):
            raise OSError(EIO)

    # ------------------------------------------------------------ the chips

    def _to_expander(self, data):
        for place in range(1, len(data)):
            register = data[0] + place - 1
            falls = not data[place] & RUN_DISPLAY and self.registers[OLAT] & RUN_DISPLAY
            if register == OLAT and falls and not self.registers[0] & RUN_DISPLAY:
                self.resets += 1
                self.lit = False
            self.registers[register] = data[place]

    def _commands(self, words):
        place = 0
        while place < len(words):
            word = words[place]
            if word == 0x81:
                self.contrast = words[place + 1]
            elif word in (0xAE, 0xAF):
                self.lit = word == 0xAF
            elif word & 0xF8 == 0xB0:
                self.page = word & 7
            elif word & 0xF0 == 0x00:
                self.column = self.column & 0xF0 | word
            elif word & 0xF0 == 0x10:
                self.column = self.column & 0x0F | (word & 0x0F) << 4
            place += 2 if word in (0x81, 0xFD, 0xD5, 0xA8, 0xD3, 0x20, 0xDA, 0xD9, 0xDB) else 1
