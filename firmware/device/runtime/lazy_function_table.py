"""The table of the functions that are loaded on demand, as text; `tenbo flash` writes it into a file of its own."""

# A line for each: its name, the function, and the modules that it needs in the order in which they are loaded, each
# before those that import it. What begins with a dot is of `tenbo_core`, all else of `device`.
LAZY = """
win flows.win.run .hand_value flows.win_value_choices flows.question_text flows.agreement
win_next flows.agreement.preload_texts flows.question_text .win_parser .hand_value .hand_end .payments .win_settlement
win_preview flows.win.prepare .win_parser .hand_value flows.win_value_choices flows.question_text flows.agreement \
.hand_end .payments .win_settlement
win_settlement .win_settlement.win .win_parser .hand_value .hand_end .payments
draws .draws.draw .hand_value .hand_end .payments
penalties .penalties.chombo .hand_value .hand_end .rare_field_checks
session_events .session_events.session .hand_end .rare_field_checks
hand_end .hand_end.end
new_game .new_game.start .rare_field_checks storage.block_files storage.journal_rotation
undone .ledger_undo.table_after .rare_field_checks .win_parser storage.block_files storage.journal_reading
repaired .ledger_undo.table_after storage.block_files storage.journal_reading .win_parser .corrections .hand_value \
.hand_end .payments .win_settlement .draws .penalties .session_events .new_game .rare_field_checks
menu flows.menu.run flows.question_text flows.agreement flows.draw
setup flows.setup.run flows.selftest
seat_player flows.seat_player.run
take_people flows.seat_player.update
undo flows.undo.run .ledger_undo flows.question_text
proposal flows.proposal.run flows.question_text flows.agreement .ledger_undo flows.undo
offence flows.offences.run flows.question_text flows.agreement
differences outputs.peek_views.differences
needed outputs.required_wins_view.needed .hand_value .payments .required_wins
point_changes outputs.peek_views.point_changes
result outputs.result_view.result_view .results
long_scores outputs.long_scores.draw
begin_journal storage.ledger_id.begin
resume_game storage.checkpoints.resume
note_lost storage.checkpoints.note_lost
rescue_flash storage.file_quarantine.quarantine
checkpoint storage.checkpoints.save .checkpoint storage.block_files
startup_check boot.startup_check.run
count_start boot.start_counter.count
read_clock storage.session_clock_restore.read storage.block_files
seldom host.rare_commands.carry_out
module_for host.rare_commands.load_module_for
answer_query host.host_queries.answer_query outputs.view_dump
health host.health.fields
set_clock host.clock_sync.set_clock
read_settings storage.settings_file.read
write_settings storage.settings_file.write
set_speed boot.overclock.set_speed
wire_clocks input.i2c_unstick.free
new_handover host.ledger_takeover.LedgerReceiver storage.block_files storage.journal_rotation storage.ledger_id
finish_handover host.ledger_takeover.finish
give_ledger host.ledger_takeover.give storage.block_files storage.journal_rotation storage.ledger_id
keep_key host.hall_keys.save .line_seal
key_proof host.hall_keys.prove .line_seal
admit_host host.hall_keys.admit .line_seal
enable_seal host.hall_keys.enable_seal .line_seal
forget_halls host.hall_keys.forget .line_seal
wifi host.wifi_settings.save
radio host.wifi_settings.start_radio
check_stranger host.unauthenticated_host.check
calm_seats host.unauthenticated_host.update_proposal_pause
tell_booked host.desk_event_notice.tell flows.question_text flows.undo
all_agree flows.hall_exit.run flows.question_text
put_back storage.undone_win_redo.redo_undone_win
is_ledger_given host.ledger_takeover.is_given
complete boot.stage3.complete runtime.cooperative_import
later_parts boot.stage2.assemble flows.background input.bus_power_cycle outputs.buzzer storage.log_block \
storage.session_clock_log .messages host.host_commands host.host_notifier flows.dice_and_riichi .start_and_riichi \
flows.idle_buttons outputs.round_marker outputs.lights host.link host.ports
"""
