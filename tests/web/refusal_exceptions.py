"""What of all refusals needs no words in other languages, each with its reason, and what is told unasked."""

from __future__ import annotations

# Values that only a program has a use for.
LEFT_OUT = {
    "no_seat_box": {"wind"},
    "no_seat_display": {"wind"},
    "riichi_not_pressed": {"seat"},
    "seat_data_line_low": {"wind"},
    "closed_tile_count": {"melds"},
    "closed_tile_count_with_melds": {"melds"},
    "closed_tile_count_with_winning_tile": {"melds"},
    "closed_tile_count_without_melds": {"melds"},
    "no_pao_for_hand": {"sets"},
    "players_not_multiple": {"value"},
    "recorded_meanwhile": {"last"},
    "unknown_hand_word": {"hint"},
}

# Modules that routes reach and whose refusals no page gets, each with the reason.
NEVER_A_PAGE = {
    "client/http_client": "the client of the commands",
    "web/server/connection_limits": "requests that are no HTTP, which no browser sends",
    "rulebooks/book": "a book's own file, which the service reads when it starts",
    "rulebooks/toml_reader": "a book's own file, which the service reads when it starts",
    "flash/bench": "tenbo flash --bench",
    "flash/build/linker": "a firmware of one's own, which cannot be joined",
    "flash/build/mpy_compile": "a firmware of one's own, which cannot be compiled",
    "flash/build/rom_image": "a picture of a board's ROM that a test reads",
    "game/event_parser": "events in the form of tenbo replay: a page sends the table's own",
    "game/act_fields": "tenbo.Game, for programs",
    "game/game": "tenbo.Game, for programs",
    "game/jsonl_answers": "records of the commands' own lines",
    "devices/hello": "what a table says on its line",
    "scoring/explain": "tenbo score --why",
    "store/integrity": "the store, when the service starts",
    "store/postgres/backup": "tenbo backup and tenbo standby",
    "store/postgres/database_setup": "tenbo desk and tenbo setup, at a terminal",
    "store/postgres/programs": "tenbo standby and tenbo setup, at a terminal",
    "store/stream_replicas": "stores of other hosts, when a desk starts to follow them",
    "store/sqlite_connection": "the store, when the service starts",
    "store/schema": "the store, when the service starts",
    "formats/pantheon_games": "tenbo pantheon",
    "core/event_notation": "events as tenbo log writes them",
    "core/ledger": "what a table says on its line",
    "core/messages": "what a table says on its line",
    "core/switch_codec": "a book that travels to a table",
    "core/switches": "a book's own file, which the service reads when it starts",
    "core/table_notation": "a table as tenbo table writes it",
    "core/wire": "what a table says on its line",
}

# Sentences of the other modules which no page gets, by the reason.
NEVER_A_SENTENCE = {
    "tenbo.score_record, for programs": ("record must be a dict with the hand, not {}",),
    "no page of ours asks so: the browser makes the request, and shows no answer of another place's": (
        "a page from another site may not change anything in this service",
        "a page from another site may not send requests to this service",
        "a page from another site may not open a table connection to this service",
        "this address is for table connections: open a WebSocket",
        "tables on the network need wsproto: install Tenbo with the extra hall",
        "too many connections were opened from this address",
        "a page that changes something must say which site it is from: the header Origin is missing",
        "an address can have at most {} bytes",
        "send the body as application/json",
        "send the body with its Content-Length",
        "the body is not a JSON object",
        "the body is {}",
        "the request cannot be read: {}",
        "there is no method {}",
        "{} is not allowed at this address; allowed: {}",
    ),
    "a page sends fields, events and wishes that its own form makes, or is told which there are": (
        "the name host is reserved for the service's own records: give the name of the person who decides",
        "fields have already been scored: send them with propose",
        "{} cannot be recorded directly: use {}",
        "size must be {}, not {}",
        "there is no paper {}; the papers are {}, as {} or {}",
        "{} with these fields is not a command for a device; the commands are: {}",
        "fields must be the id of a ledger and a list of its events",
        "a correction cannot put in the event {}",
        "an event has a number, a kind, who asked and when",
        "number, asker and second of an event are small integers",
        "{} has at most {} fields",
        "{} has more fields than a winner",
        "{} must be a list of seats, not {}",
        "{} must describe a winner, not be {}",
        "{} concerns the past: only a ledger can take it",
        "declared must be an object with the hand",
        "give the declared hand or its {}, not both",
        "pao must be an object with seat_wind, one of E, S, W, N",
        "a declared hand cannot change the rules: they are set at the start of the game",
        "events must be a list of records, as tenbo replay takes them",
        "how must be {}, {}, {} or {}, not {}",
        "by must be 'ron' or 'tsumo', not {}",
        "moment must be one of {}, not {}",
        "riichi must be 0, 1, or 2 for double riichi, not {}",
        "a meld must be a text such as 'pon 555z', not {}",
        "pao needs seat_wind, the wind of the liable player",
        "each item of {} must be a tile such as 3p, not {}",
        "a record must be a JSON object",
        "tables must be a list of [session, table, [E, S, W, N]]",
        "there is no kind of record {}",
        "a table number must be an integer",
        "log must be the text or the bytes of a file, not {}",
    ),
    "settings and options, when the service starts": (
        ("follow must be CODE@ADDRESS:PORT, such as K7PQ2MXA@192.168.1.5:8484, not {}; tenbo codes, run at "
         "that host, prints its desk code"),
        ("{} is another computer: its code and everything that is followed go there unencrypted. Use "
         "--unencrypted if only the hall uses the network (unencrypted = true in the settings), or use a "
         "database, which encrypts (docs/computers.md)"),
    ),
    "a desk's database, when the service starts": (
            "database must be an address such as postgresql://red:PASSWORD@desk,standby/tenbo",
    ),
    "what ends is asked nothing, and what a host tells is answered to that host": (
        "the store is closed already",
        "{}: none of this was stored",
        "event {} of {} differs from the stored one, because it was sent in two versions: none of this was stored",
    ),
    "words of the command line, or of the library": (
        "a record extends over several lines: write one JSON object per line",
        "cannot listen on {}:{} ({}): name another port with --listen",
        "hall and secret must be words of letters and digits",
        "pao must be a Liability, such as Liability('W', 'N'), not {}",
        "{} must be true or false, not {}",
        "{} takes melds such as 'pon 555z', not {}",
        "{} takes a tile such as 3p, not {}",
        "{} takes tiles such as 123m0p77z, not {}",
        "the board keeps no earlier firmware: install one with tenbo flash",
        "a rule book is given by its id, its file, a loaded book or its rules, not {}",
        "the kind of a meld must be one of {}, not {}",
        "hand must be a Hand, such as Hand('234567m345p678s9s', '9s', 'ron'), not {}",
        "the switch {} is listed twice: write it once",
        "write a switch as name=value, not {}",
        "a waiting hand must have {}, not {}",
        "{} is not a font: name a .ttf file",
        "--after must be 0 to {}, not {}: the plan has {}",
        "--with: player {} is in the plan already; take a new number",
        "--without leaves {}, but a table needs {}",
        "--without: no player in the plan has the number {}",
        "session {} has no tables",
        "the file has no list of rounds: give a file written by tenbo seating --json",
        "{}: a table must be a list of {} players, East first",
        "{}: player {} is already seated at table {} in this session",
        "{}: {} is not a player number, which has 1 to 9 digits",
    ),
    "a rule book in a file of its own, which the service has read when it started": (
        "the book {} changes so much of {} that it cannot be sent to a table ({} characters; at most {} fit): "
        "extend the most similar book, and change only what differs",
        '{}: the id {} belongs to a book that comes with Tenbo; add id = "..." with a different id',
        "every unit of payment must be above 0",
    ),
    "the store, when the service starts": (
        "there is no store {}: name the right file, or create it with tenbo run",
        "{} exists already: name a new file",
    ),
}  # fmt: skip

# What varies in these is words, too: the sentences that come of it.
IN_OTHER_WORDS = {
    "{} needs the field seat": ("{} needs the field {}",),
}

# What the service tells without having been asked for anything that it could refuse: the functions whose sentences a
# page shows, by module. How a table does and what is in doubt, a plan while it is made, why firmware was not written.
TOLD_UNASKED = {
    "hall/seat_plan_search": ("_replan",),
    "formats/ema_file": ("check_federation_data", "_missing_of_players"),
    "tournament/next_session_pairs": ("pair_next_session",),
    "tournament/seating/separation": ("summary",),
    "tournament/seating/plan_generator": ("replan_remaining_rounds",),
    "tournament/seating/search": (),
    "hall/firmware_update": ("_check_outcome",),
    "devices/follower": ("_hello",),
    "devices/hello": ("check_compatible", "warning"),
    "devices/station_status": ("silent_status", "rejected_status", "admitted_status", "following_warning"),
    "devices/inbound_station": ("_run",),
    "devices/admission": ("_number_by_key",),
    "devices/network_auth": (),
    "hall/device_ledger_admission": ("check_owner", "_check_ledger", "missing_game_warning"),
    "hall/monotonic_time": ("check_and_confirm", "_restart_note"),
    "hall/name_displays": ("show_names",),
    "cluster/postgres/desk_command_queue": ("_state",),
    "cluster/postgres/command_worker": ("_poll", "_execute"),
    "cluster/uploading_hosts": ("defer_command",),
    "cluster/http_host": ("_run", "_check_host_name"),
    "cluster/remote_host": ("mark_unreachable",),
}

# Sentences that are hung on, or put together of parts, and one that a page says itself.
COMPOSED = {
    "riichi, winds, counters and sticks are the table's own",
    "table {} is {}",
    "table {} is {}, {}",
    "tables {} are {}",
    "tables {} are {}, {}",
    "the service does not answer",
    "the service does not answer: the request may have been carried out, so check before you send it again",
    "there are: {}",
    "with it {}",
}
