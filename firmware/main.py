"""Start the table: no Ctrl-C on the data line (a 0x03 byte would empty it), then the app.

All names are loaded first: they stay for ever, and lie together at the beginning of the memory.
The collector runs often while modules load, so that what stays lies close together and leaves large
pieces free; from then on after each 64 KB. Only when memory is used up would be too late: what a game
keeps would lie scattered among freed blocks, with no piece left for a module.
"""

__import__("micropython").kbd_intr(-1)
__import__("device.lazy_modules").lazy_modules.call_once("known_names")
__import__("gc").threshold(16384)
__import__("device.app")
__import__("gc").threshold(65536)
__import__("device.app").app.main()
