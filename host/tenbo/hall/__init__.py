"""The hall: the commands of the desk to running tables, and one clock for all of them."""
