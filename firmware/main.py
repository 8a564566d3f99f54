"""Start the table: no Ctrl-C on the data line (a 0x03 byte would empty it), then the app.

The collector runs often while modules load, so that what stays lies close together and leaves large
pieces free; from then on after each 64 KB. Only when memory is used up would be too late: what a game
keeps would lie scattered among freed blocks, with no piece left for a module.
"""

__import__("micropython").kbd_intr(-1)
__import__("gc").threshold(32768)
__import__("device.app")
__import__("gc").threshold(65536)
__import__("device.app").app.main()
