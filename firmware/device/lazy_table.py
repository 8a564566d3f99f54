"""The functions that are called without being imported: text, which takes little memory and no loading."""

# A line for each: its name, the function, and the modules that it needs in the order in which they are loaded, each
# before those that import it.
LAZY = """
win device.flows.win.run tenbo_core.points device.win_values device.flows.agreement
win_next device.flows.agreement.prepared tenbo_core.points tenbo_core.hand_end tenbo_core.paying tenbo_core.settlement
win_preview device.flows.win.prepare tenbo_core.points device.win_values device.flows.agreement tenbo_core.hand_end \
tenbo_core.paying tenbo_core.settlement
menu device.flows.menu.run device.flows.agreement device.flows.draw
setup device.flows.setup.run device.flows.selftest
undo device.flows.undo.run
proposal device.flows.proposal.run device.flows.agreement
offence device.flows.offences.run device.flows.agreement
differences device.seat_reports.differences
needed device.needed_report.needed tenbo_core.points tenbo_core.paying tenbo_core.needs
own_ledger device.seat_reports.own_ledger
result device.result_view.result_view
begin_journal device.journal_identity.begin
resume_game device.checkpoints.resume
checkpoint device.checkpoints.keep tenbo_core.checkpoint device.block_files
startup_check device.startup_check.run
count_start device.start_counter.count
answers device.host_answers.answers
health device.health.fields
set_clock device.clock_setting.set_clock
read_settings device.settings_file.read
write_settings device.settings_file.write
set_speed device.clock_speed.set_speed
wire_clocks device.wire_clocks.free
new_handover device.handover.Handover
finish_handover device.handover.finish
give_ledger device.handover.give
keep_key device.hall_keys.keep
key_proof device.hall_keys.proof
put_back device.late_win.put_back
is_ledger_given device.handover.is_given
complete device.completion.complete device.module_files
later_parts device.later_parts.assemble device.background device.bus_recovery device.buzzer \
device.append_block device.clock_marks tenbo_core.messages device.host_commands device.host_news \
device.dice_and_riichi device.idle device.lamps device.round_marker tenbo_core.hand_events device.lights \
device.link device.ports
"""
