"""The device: what runs on the Pico at the table, from the wires up to the dialogues."""
