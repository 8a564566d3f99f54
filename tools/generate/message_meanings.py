"""What each message between a table and its host says, in one or two sentences for PROTOCOL.md."""

MEANINGS = {
    "who": "Ask the table to say hello.",
    "hello": (
        "Who the table is: protocol, device id, firmware version, fingerprint of its rule books, ledger, "
        "number of the last event (-1: none) and why it started (power, watchdog, reset). Said after each"
        " start and when asked. Behind it come a `seat` and a `call` for each seat, and again once the line is"
        " sealed: a host that was away sees what stands, and what has ended."
    ),
    "event": "One event of the ledger, new or asked for again. Taking it twice does no harm.",
    "upto": (
        "The number of the last event, said every second and after an answer to `after`: a host that has less asks."
    ),
    "after": "Send all events with a number above n.",
    "oldest": (
        "Said before the answer to `after`: the number of the oldest event from which on all are here. "
        "Older ones were dropped to make room, or are damaged; a host that never got them goes on from here."
    ),
    "stored": "The host has stored every event up to n.",
    "do": (
        "Ask for an event; only the table writes it. Answered by `done` or `refused`; a command number "
        "that was answered before is answered again and not repeated."
    ),
    "done": "Command c was carried out; n is the number of the last event.",
    "refused": "Command c changed nothing; why, in one sentence.",
    "propose": (
        "Show an event at the seats, such as a win that the desk has scored. Answered at once by `heard` "
        "or `refused`, and later by `done` when the seats have agreed, or by `refused`."
    ),
    "heard": "The seats are being asked about command c; `done` or `refused` follows.",
    "ping": "Ask for the table's time, to be answered at once.",
    "pong": "The table's millisecond counter, which wraps at 2^30, and the milliseconds of its ledger's clock.",
    "clock": (
        "The hall's clock: at this reading of the table's counter so many milliseconds of its session "
        "were left, the time until the start included. The table moves its own clock to it and counts on "
        "by itself."
    ),
    "call": (
        "A seat has called the referee for so many seconds, or calls none. Said of each seat when one changes, and "
        "behind a hello: a host keeps the moment of a call that it knows."
    ),
    "pick": (
        "A seat opens the list of people (player -1), or has chosen who sits there: a number of the list, or 0 for a "
        "guest; -2 says that the person was the seat's guest in the game before, too. Said again until a host has "
        "answered."
    ),
    "names": (
        "People for the list of the seat that asks, each with a number and a name: the first of them is in this place "
        "of the list, which has `of` people. Refused when no seat asks."
    ),
    "picked": (
        "What became of the seat's choice, or of its question for the list: the code of the refusal, or an empty text "
        "when the person sits there."
    ),
    "view": "Ask what a seat's display says.",
    "view_field": "One thing that the display says; its lines of text are `line 0`, `line 1` and so on, from the top. "
    "`entering` is the seat that sets something up, or null; `may_riichi` and `wants_dice` say what can be done now. "
    "A seat that is asked to agree, or may join a win, has fields that begin with `ask `: `kind`, `by` (or `desk`), "
    "`from`, `han`, `fu`, `yakuman`, `points` (what moves here, or a penalty), `honba`, `sticks`, `before`, `after`, "
    "`place`, `seconds`, `may_join`, `tenpai`, `seats`; what does not apply is left out.",
    "pixels": "Ask for one of the eight pages of a seat's picture: the 128 columns of eight rows, from the top.",
    "row": (
        "Some columns of the page, from this one on: a byte each in base64, the lowest bit being the highest pixel. "
        "It is what was drawn, also for a display that is not there."
    ),
    "state": "Ask how things stand at the table.",
    "state_field": "One thing about how the table stands.",
    "seat": "Whether a seat box is there. Said of each seat when one was pulled or came back, and behind a hello.",
    "stuck": "A button is held so long that it is ignored until it is let go; place 4 is the centre.",
    "fault": "A part of the report of an error inside the firmware, from part 0; the table restarts after it.",
    "health": "Ask for the table's health.",
    "health_field": "One figure of the table's health.",
    "restore": (
        "Begin to hand over a ledger to this table, which goes on as its writer. Refused while a hand is running here "
        "and this table writes its own ledger; its own ledger comes in a later epoch."
    ),
    "ledger_event": "The next event of the ledger that is handed over.",
    "ledger_commit": (
        "Every event up to this one was sent: keep it on flash, in place of the ledger so far, and go on from there. "
        "Refused when this table has recorded something since `restore`."
    ),
    "write_permission": (
        "Whether this table still writes its ledger: after `false` another one does, and presses are refused until a "
        "host says `true` or four seats take the table back."
    ),
    "key": (
        "A secret by which a hall and this table know each other again, kept on flash. Given when the table gets its "
        "number; a new one takes the place of the old one of the same hall. The host that gives it has proved itself."
    ),
    "wifi": (
        "The Wi-Fi of the hall and the address of its host, kept on flash of a Pico 2 W; then the table restarts. An "
        "empty address is the gateway; else it is numeric, such as 192.168.8.2 or 192.168.8.2:8485. An empty name "
        "forgets the Wi-Fi. Refused as `no_radio` on other boards, and while a hand is running."
    ),
    "prove": "Ask the table to show that it has the key of a hall, with a text that was never said before.",
    "proof": (
        "A text of the table's own that was never said before, and the digest of `table`, the host's text and the "
        "table's, with a space between them: HMAC-SHA-256 (RFC 2104) with the hall's key, all as ASCII, in hex. The "
        "digest is empty without a key. The key itself is never told."
    ),
    "host_proof": (
        "Show the table that this host has the key of the hall that it has named in its last `prove`: the digest of "
        "`host`, the host's text and the table's. Each `prove` is good for one `host_proof`."
    ),
    "seal": (
        "Seal the line: the answer has a seal already, and so has every line of both sides from then on. Refused unless"
        " the host has shown its proof since the last hello."
    ),
    "blink": "Blink the round marker, so that people see which table this is.",
    "note": "Tell a seat that has called that the referee is coming.",
    "repl": (
        "Leave the firmware for the MicroPython prompt, so that the files can be updated; a reset comes back. At the "
        "prompt everything on the flash can be read and written, the keys of halls too."
    ),
}
