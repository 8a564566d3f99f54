"""The table of the functions that are loaded on demand, as text; `tenbo flash` writes it into a file of its own."""

# A line for each: its name, the function, and the modules that it needs in the order in which they are loaded, each
# before those that import it. What begins with a dot is of `tenbo_core`, all else of `device`.
LAZY = """
win flows.win.run .hand_value win_value_choices flows.question_text flows.agreement
win_next flows.agreement.preload_texts flows.question_text .win_parser .hand_value .hand_end .payments .win_settlement
win_preview flows.win.prepare .win_parser .hand_value win_value_choices flows.question_text flows.agreement .hand_end \
.payments .win_settlement
win_settlement .win_settlement.win .win_parser .hand_value .hand_end .payments
draws .draws.draw .hand_value .hand_end .payments
penalties .penalties.chombo .hand_value .hand_end .rare_field_checks
session_events .session_events.session .hand_end .rare_field_checks
hand_end .hand_end.end
new_game .new_game.start .rare_field_checks block_files journal_rotation
undone .ledger_undo.table_after .rare_field_checks .win_parser block_files journal_reading
repaired .ledger_undo.table_after block_files journal_reading .win_parser .corrections .hand_value .hand_end \
.payments .win_settlement .draws .penalties .session_events .new_game .rare_field_checks
menu flows.menu.run flows.question_text flows.agreement flows.draw
setup flows.setup.run flows.selftest
seat_player flows.seat_player.run
take_people flows.seat_player.update
undo flows.undo.run .ledger_undo flows.question_text
proposal flows.proposal.run flows.question_text flows.agreement .ledger_undo flows.undo
offence flows.offences.run flows.question_text flows.agreement
differences peek_views.differences
needed required_wins_view.needed .hand_value .payments .required_wins
point_changes peek_views.point_changes
result result_view.result_view .results
long_scores long_scores.draw
begin_journal ledger_id.begin
resume_game checkpoints.resume
note_lost checkpoints.note_lost
rescue_flash file_quarantine.quarantine
checkpoint checkpoints.save .checkpoint block_files
startup_check startup_check.run
count_start start_counter.count
read_clock session_clock_restore.read block_files
seldom rare_commands.carry_out
module_for rare_commands.load_module_for
answer_query host_queries.answer_query view_dump
health health.fields
set_clock clock_sync.set_clock
read_settings settings_file.read
write_settings settings_file.write
set_speed overclock.set_speed
wire_clocks i2c_unstick.free
new_handover ledger_takeover.LedgerReceiver block_files journal_rotation ledger_id
finish_handover ledger_takeover.finish
give_ledger ledger_takeover.give block_files journal_rotation ledger_id
keep_key hall_keys.save .seal
key_proof hall_keys.prove .seal
admit_host hall_keys.admit .seal
enable_seal hall_keys.enable_seal .seal
forget_halls hall_keys.forget .seal
wifi wifi_settings.save
radio wifi_settings.start_radio
check_stranger unauthenticated_host.check
calm_seats unauthenticated_host.update_proposal_pause
tell_booked desk_event_notice.tell flows.question_text flows.undo
all_agree flows.hall_exit.run flows.question_text
put_back undone_win_redo.redo_undone_win
is_ledger_given ledger_takeover.is_given
complete stage3.complete cooperative_import
later_parts stage2.assemble background bus_power_cycle buzzer log_block session_clock_log .messages host_commands \
host_notifier dice_and_riichi .start_and_riichi idle_buttons riichi_lamps round_marker lights link ports
"""
