"""Start the table: no Ctrl-C on the data line (a 0x03 byte would empty it), then the app."""

__import__("micropython").kbd_intr(-1)
__import__("device.app").app.main()
