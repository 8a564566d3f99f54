"""The functions that are called without being imported; loaded only to look one up."""

# Everything that is called without being imported: its name, module and function.
LAZY = {
    "win": ("device.flows.win", "run"),
    "menu": ("device.flows.menu", "run"),
    "setup": ("device.flows.setup", "run"),
    "undo": ("device.flows.undo", "run"),
    "proposal": ("device.flows.proposal", "run"),
    "offence": ("device.flows.offences", "run"),
    "differences": ("device.seat_reports", "differences"),
    "needed": ("device.seat_reports", "needed"),
    "own_ledger": ("device.seat_reports", "own_ledger"),
    "result": ("device.result_view", "result_view"),
    "startup_check": ("device.startup_check", "run"),
    "count_start": ("device.start_counter", "count"),
    "new_handover": ("device.handover", "Handover"),
    "finish_handover": ("device.handover", "finish"),
    "give_ledger": ("device.handover", "give"),
    "keep_key": ("device.hall_keys", "keep"),
    "key_proof": ("device.hall_keys", "proof"),
    "is_ledger_given": ("device.handover", "is_given"),
}
