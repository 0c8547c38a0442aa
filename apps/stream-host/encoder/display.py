"""Does on a display what a viewer did, with integers alone: no shell, no program, nothing that could be told to do more.

The bytes are those of packages/contract/src/rules/stream-input.ts; the gateway has read them strictly already.
"""

import ctypes
import ctypes.util
import struct

MOVE, BUTTON, WHEEL, KEY, TOUCH, TEXT, RELEASE = range(1, 8)
DOWN, UP = 0, 2
WHEEL_UP, WHEEL_DOWN, WHEEL_LEFT, WHEEL_RIGHT = 4, 5, 6, 7
SHIFT_KEYCODE = 50
# Nobody's keyboard has these; letters that ours does not have are put on them for a moment.
SPARE_KEYCODES = range(232, 248)
TITLE_CHARACTERS_MAX = 80


def open_libraries():
    x11 = ctypes.CDLL(ctypes.util.find_library("X11") or "libX11.so.6")
    xtst = ctypes.CDLL(ctypes.util.find_library("Xtst") or "libXtst.so.6")
    pointer, integer, word = ctypes.c_void_p, ctypes.c_int, ctypes.c_ulong
    x11.XOpenDisplay.restype = pointer
    x11.XDefaultRootWindow.argtypes, x11.XDefaultRootWindow.restype = [pointer], word
    x11.XFlush.argtypes = x11.XSync.argtypes = [pointer]
    x11.XSync.argtypes = [pointer, integer]
    x11.XFree.argtypes = [pointer]
    x11.XInternAtom.argtypes, x11.XInternAtom.restype = [pointer, ctypes.c_char_p, integer], word
    x11.XKeysymToKeycode.argtypes, x11.XKeysymToKeycode.restype = [pointer, word], ctypes.c_ubyte
    x11.XkbKeycodeToKeysym.argtypes = [pointer, ctypes.c_ubyte, integer, integer]
    x11.XkbKeycodeToKeysym.restype = word
    x11.XChangeKeyboardMapping.argtypes = [pointer, integer, integer, ctypes.POINTER(word), integer]
    x11.XQueryTree.argtypes = [
        pointer,
        word,
        ctypes.POINTER(word),
        ctypes.POINTER(word),
        ctypes.POINTER(ctypes.POINTER(word)),
        ctypes.POINTER(ctypes.c_uint),
    ]
    x11.XGetWindowProperty.argtypes = [
        pointer,
        word,
        word,
        ctypes.c_long,
        ctypes.c_long,
        integer,
        word,
        ctypes.POINTER(word),
        ctypes.POINTER(integer),
        ctypes.POINTER(word),
        ctypes.POINTER(word),
        ctypes.POINTER(ctypes.c_void_p),
    ]
    x11.XGetGeometry.argtypes = [pointer, word] + [pointer] * 7
    xtst.XTestFakeMotionEvent.argtypes = [pointer, integer, integer, integer, word]
    xtst.XTestFakeButtonEvent.argtypes = [pointer, ctypes.c_uint, integer, word]
    xtst.XTestFakeKeyEvent.argtypes = [pointer, ctypes.c_uint, integer, word]
    return x11, xtst


# A window may be gone between being listed and being asked for its title: that is no reason to end.
ERROR_HANDLER = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
ignore_error = ERROR_HANDLER(lambda _display, _error: 0)


class Display:
    def __init__(self, width, height):
        self.x11, self.xtst = open_libraries()
        self.x11.XSetErrorHandler(ignore_error)
        self.handle = self.x11.XOpenDisplay(None)
        if not self.handle:
            raise RuntimeError("the display cannot be opened")
        self.root = self.x11.XDefaultRootWindow(self.handle)
        self.width, self.height = width, height
        self.buttons, self.keys = set(), set()
        self.next_spare = 0
        atom = lambda name: self.x11.XInternAtom(self.handle, name, 0)
        self.title_atoms = [(atom(b"_NET_WM_NAME"), atom(b"UTF8_STRING")), (atom(b"WM_NAME"), atom(b"STRING"))]

    def do(self, message):
        kind = message[0]
        if kind == MOVE:
            self.move(*struct.unpack_from(">HH", message, 1))
        elif kind == BUTTON:
            button, is_down, x, y = struct.unpack_from(">BBHH", message, 1)
            self.move(x, y)
            self.button(button, is_down == 1)
        elif kind == WHEEL:
            dx, dy = struct.unpack_from(">hh", message, 1)
            self.wheel(WHEEL_DOWN if dy > 0 else WHEEL_UP, abs(dy))
            self.wheel(WHEEL_RIGHT if dx > 0 else WHEEL_LEFT, abs(dx))
        elif kind == KEY:
            keycode, is_down = struct.unpack_from(">BB", message, 1)
            self.key(keycode, is_down == 1)
        elif kind == TOUCH:
            phase, _finger, x, y = struct.unpack_from(">BBHH", message, 1)
            self.move(x, y)
            if phase != 1:
                self.button(1, phase == DOWN)
        elif kind == TEXT:
            for character in message[1:].decode():
                self.type(character)
        elif kind == RELEASE:
            self.release_all()
        self.x11.XFlush(self.handle)

    def move(self, x, y):
        across, down = x * (self.width - 1) // 65535, y * (self.height - 1) // 65535
        self.xtst.XTestFakeMotionEvent(self.handle, -1, across, down, 0)

    def button(self, button, is_down):
        (self.buttons.add if is_down else self.buttons.discard)(button)
        self.xtst.XTestFakeButtonEvent(self.handle, button, is_down, 0)

    def wheel(self, button, steps):
        for _ in range(steps):
            self.xtst.XTestFakeButtonEvent(self.handle, button, 1, 0)
            self.xtst.XTestFakeButtonEvent(self.handle, button, 0, 0)

    def key(self, keycode, is_down):
        (self.keys.add if is_down else self.keys.discard)(keycode)
        self.xtst.XTestFakeKeyEvent(self.handle, keycode, is_down, 0)

    def type(self, character):
        """A letter however it was written: by a keyboard on a screen, or by a method of input."""
        keysym = ord(character) if ord(character) < 0x100 else 0x01000000 + ord(character)
        keycode = self.x11.XKeysymToKeycode(self.handle, keysym)
        levels = [self.x11.XkbKeycodeToKeysym(self.handle, keycode, 0, level) for level in (0, 1)] if keycode else []
        if keysym not in levels:
            keycode, levels = self.lend_keycode(keysym), [keysym]
        needs_shift = levels[0] != keysym
        if needs_shift:
            self.xtst.XTestFakeKeyEvent(self.handle, SHIFT_KEYCODE, 1, 0)
        self.xtst.XTestFakeKeyEvent(self.handle, keycode, 1, 0)
        self.xtst.XTestFakeKeyEvent(self.handle, keycode, 0, 0)
        if needs_shift:
            self.xtst.XTestFakeKeyEvent(self.handle, SHIFT_KEYCODE, 0, 0)

    def lend_keycode(self, keysym):
        keycode = SPARE_KEYCODES[self.next_spare % len(SPARE_KEYCODES)]
        self.next_spare += 1
        self.x11.XChangeKeyboardMapping(self.handle, keycode, 1, (ctypes.c_ulong * 1)(keysym), 1)
        self.x11.XSync(self.handle, 0)
        return keycode

    def release_all(self):
        for button in list(self.buttons):
            self.button(button, False)
        for keycode in list(self.keys):
            self.key(keycode, False)
        self.x11.XFlush(self.handle)

    def title(self):
        """What the topmost window calls itself; browsers have some more, which nobody sees."""
        for window in reversed(self.windows()):
            if not self.is_large(window):
                continue
            for atom, kind in self.title_atoms:
                title = self.text_of(window, atom, kind)
                if title:
                    return title[:TITLE_CHARACTERS_MAX]
        return ""

    def is_large(self, window):
        root, at, size = ctypes.c_ulong(), (ctypes.c_int * 2)(), (ctypes.c_uint * 4)()
        steps = [ctypes.byref(size, i * ctypes.sizeof(ctypes.c_uint)) for i in range(4)]
        x, y = ctypes.byref(at), ctypes.byref(at, ctypes.sizeof(ctypes.c_int))
        found = self.x11.XGetGeometry(self.handle, window, ctypes.byref(root), x, y, *steps)
        return bool(found) and size[0] >= self.width / 2 and size[1] >= self.height / 2

    def windows(self):
        root, parent, count = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_uint()
        children = ctypes.POINTER(ctypes.c_ulong)()
        found = self.x11.XQueryTree(
            self.handle, self.root, ctypes.byref(root), ctypes.byref(parent), ctypes.byref(children), ctypes.byref(count)
        )
        if not found or not children:
            return []
        windows = [children[i] for i in range(count.value)]
        self.x11.XFree(children)
        return windows

    def text_of(self, window, atom, kind):
        got, size, length, left = ctypes.c_ulong(), ctypes.c_int(), ctypes.c_ulong(), ctypes.c_ulong()
        value = ctypes.c_void_p()
        answer = self.x11.XGetWindowProperty(
            self.handle, window, atom, 0, 256, 0, kind,
            ctypes.byref(got), ctypes.byref(size), ctypes.byref(length), ctypes.byref(left), ctypes.byref(value),
        )
        if answer != 0 or not value:
            return ""
        text = ctypes.string_at(value, length.value).decode(errors="replace") if size.value == 8 else ""
        self.x11.XFree(value)
        return text
