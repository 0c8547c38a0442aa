"""The lightest application that can be streamed: a patch that takes another colour with each press of a button or key.

The colour is what it remembers. With NOISE set it draws something new all the time, as a film would.
"""

import ctypes
import os
import random
import select

x11 = ctypes.CDLL("libX11.so.6")
pointer, integer, unsigned, word = ctypes.c_void_p, ctypes.c_int, ctypes.c_uint, ctypes.c_ulong
x11.XOpenDisplay.restype = pointer
x11.XDefaultRootWindow.argtypes, x11.XDefaultRootWindow.restype = [pointer], word
x11.XCreateSimpleWindow.argtypes = [pointer, word, integer, integer, unsigned, unsigned, unsigned, word, word]
x11.XCreateSimpleWindow.restype = word
x11.XSelectInput.argtypes = [pointer, word, ctypes.c_long]
x11.XMapWindow.argtypes = [pointer, word]
x11.XStoreName.argtypes = [pointer, word, ctypes.c_char_p]
x11.XCreateGC.argtypes, x11.XCreateGC.restype = [pointer, word, word, pointer], pointer
x11.XSetForeground.argtypes = [pointer, pointer, word]
x11.XFillRectangle.argtypes = [pointer, word, pointer, integer, integer, unsigned, unsigned]
x11.XNextEvent.argtypes = [pointer, pointer]
x11.XPending.argtypes = x11.XFlush.argtypes = x11.XConnectionNumber.argtypes = [pointer]
x11.XSetInputFocus.argtypes = [pointer, word, integer, word]

WIDTH, HEIGHT = 1280, 720
KEY_PRESS, BUTTON_PRESS, EXPOSE = 2, 4, 12
KEYS_BUTTONS_EXPOSURE = 1 | 4 | 1 << 15
COLOURS = [0xD02020, 0x20A040, 0x2040D0, 0xE0C020]
NOISE_EVERY_S = 1 / 30

display = x11.XOpenDisplay(None)
root = x11.XDefaultRootWindow(display)
window = x11.XCreateSimpleWindow(display, root, 0, 0, WIDTH, HEIGHT, 0, 0, 0x303030)
x11.XSelectInput(display, window, KEYS_BUTTONS_EXPOSURE)
x11.XMapWindow(display, window)
x11.XSetInputFocus(display, window, 1, 0)
pen = x11.XCreateGC(display, window, 0, None)
presses = {BUTTON_PRESS: 0, KEY_PRESS: 0}


def fill(colour, x, y, width, height):
    x11.XSetForeground(display, pen, colour)
    x11.XFillRectangle(display, window, pen, x, y, width, height)


def draw():
    """Buttons change the left half of the patch, keys the right one."""
    fill(COLOURS[presses[BUTTON_PRESS] % len(COLOURS)], 40, 40, 120, 120)
    fill(COLOURS[presses[KEY_PRESS] % len(COLOURS)], 160, 40, 120, 120)
    title = f"patch {presses[BUTTON_PRESS]} {presses[KEY_PRESS]}"
    x11.XStoreName(display, window, title.encode())
    x11.XFlush(display)


def draw_noise():
    for _ in range(400):
        fill(random.getrandbits(24), random.randrange(320, WIDTH), random.randrange(HEIGHT), 24, 24)
    x11.XFlush(display)


is_noisy = bool(os.environ.get("NOISE"))
event = ctypes.create_string_buffer(192)
draw()
while True:
    if not x11.XPending(display):
        select.select([x11.XConnectionNumber(display)], [], [], NOISE_EVERY_S if is_noisy else None)
    while x11.XPending(display):
        x11.XNextEvent(display, event)
        kind = ctypes.cast(event, ctypes.POINTER(integer))[0]
        if kind in presses:
            presses[kind] += 1
        if kind in presses or kind == EXPOSE:
            draw()
    if is_noisy:
        draw_noise()
