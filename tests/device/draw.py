"""Draw all scenes on MicroPython: for each its name, its view in words as JSON, and 64 rows of # and dots."""

import json

import screen_views

from device.outputs import screen_renderer, view_dump
from device.text import lettering
from device.text.display_frame import HEIGHT, PAGES, WIDTH, DisplayFrame


def rows(frame):
    """Return the pixels as text."""
    return ["".join(["#" if frame.pixel(x, y) else "." for x in range(WIDTH)]) for y in range(HEIGHT)]


def main():
    """Print every scene, and the alphabet."""
    frame = DisplayFrame()
    for name, view in screen_views.SCENES:
        screen_renderer.draw(view, frame)
        show(name, view_dump.view_fields(view), frame)
    for name, lines in screen_views.letters():
        frame.fill(0)
        for place, line in enumerate(lines):
            lettering.write(frame, 0, place * PAGES // 4, line)
        show(name, lines, frame)


def show(name, words, frame):
    """Print one picture."""
    print("scene " + name)
    print(json.dumps(words))
    print("\n".join(rows(frame)))


if __name__ == "__main__":
    main()
