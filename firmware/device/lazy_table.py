"""The functions that are called without being imported: text, which takes little memory and no loading."""

# A line for each: its name, the function, and the modules that it needs in the order in which they are loaded, each
# before those that import it. What begins with a dot is of `tenbo_core`, all else of `device`.
LAZY = """
win flows.win.run .points win_values flows.question_text flows.agreement
win_next flows.agreement.prepared flows.question_text .points .hand_end .paying .settlement
win_preview flows.win.prepare .points win_values flows.question_text flows.agreement .hand_end \
.paying .settlement
menu flows.menu.run flows.question_text flows.agreement flows.draw
setup flows.setup.run flows.selftest
undo flows.undo.run flows.question_text
proposal flows.proposal.run flows.question_text flows.agreement flows.undo
offence flows.offences.run flows.question_text flows.agreement
differences seat_reports.differences
needed needed_report.needed .points .paying .needs
own_ledger seat_reports.own_ledger
result result_view.result_view
long_scores long_scores.draw
begin_journal journal_identity.begin
resume_game checkpoints.resume
rescue_flash flash_rescue.rescue
checkpoint checkpoints.keep .checkpoint block_files
startup_check startup_check.run
count_start start_counter.count
read_clock clock_reading.read
answers host_answers.answers view_words
health health.fields
set_clock clock_setting.set_clock
read_settings settings_file.read
write_settings settings_file.write
set_speed clock_speed.set_speed
wire_clocks wire_clocks.free
new_handover handover.Handover
finish_handover handover.finish
give_ledger handover.give
keep_key hall_keys.keep
key_proof hall_keys.prove
admit_host hall_keys.admit
forget_halls hall_keys.forget
check_stranger strangers.check
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
