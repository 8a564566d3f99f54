"""The functions that are called without being imported, as text, which `tenbo flash` puts into a file of its own."""

# A line for each: its name, the function, and the modules that it needs in the order in which they are loaded, each
# before those that import it. What begins with a dot is of `tenbo_core`, all else of `device`.
LAZY = """
win flows.win.run .points win_values flows.question_text flows.agreement
win_next flows.agreement.prepared flows.question_text .win_fields .points .hand_end .paying .settlement
win_preview flows.win.prepare .win_fields .points win_values flows.question_text flows.agreement .hand_end \
.paying .settlement
settlement .settlement.win .win_fields .points .hand_end .paying
draws .draws.draw .points .hand_end .paying
penalties .penalties.chombo .points .hand_end .field_kinds
session_events .session_events.session .hand_end .field_kinds
hand_end .hand_end.end
new_game .new_game.start .field_kinds block_files journal_blocks
undone .ledger_past.folded .field_kinds .win_fields block_files journal_reading
repaired .ledger_past.folded block_files journal_reading .win_fields .corrections .points .hand_end .paying \
.settlement .draws .penalties .session_events .new_game .field_kinds
menu flows.menu.run flows.question_text flows.agreement flows.draw
setup flows.setup.run flows.selftest
undo flows.undo.run .ledger_past flows.question_text
proposal flows.proposal.run flows.question_text flows.agreement .ledger_past flows.undo
offence flows.offences.run flows.question_text flows.agreement
differences seat_reports.differences
needed needed_report.needed .points .paying .needs
own_ledger seat_reports.own_ledger
result result_view.result_view .results
long_scores long_scores.draw
begin_journal journal_identity.begin
resume_game checkpoints.resume
rescue_flash flash_rescue.rescue
checkpoint checkpoints.keep .checkpoint block_files
startup_check startup_check.run
count_start start_counter.count
read_clock clock_reading.read block_files
seldom seldom.carry_out
module_for seldom.load_module_for
answers host_answers.answers view_words
health health.fields
set_clock clock_setting.set_clock
read_settings settings_file.read
write_settings settings_file.write
set_speed clock_speed.set_speed
wire_clocks wire_clocks.free
new_handover handover.Handover block_files journal_blocks journal_identity
finish_handover handover.finish
give_ledger handover.give block_files journal_blocks journal_identity
keep_key hall_keys.keep
key_proof hall_keys.prove
admit_host hall_keys.admit
forget_halls hall_keys.forget
check_stranger strangers.check
calm_seats strangers.calm
tell_booked booked.tell flows.question_text flows.undo
all_agree flows.freeing.run
put_back late_win.put_back
is_ledger_given handover.is_given
complete completion.complete module_files
later_parts later_parts.assemble background bus_recovery buzzer \
append_block clock_marks .messages host_commands host_news \
dice_and_riichi .hand_events idle lamps round_marker lights \
link ports
"""
