"""Tries to get out of its walls, and shows as the title of its window what it could do."""

import ctypes
import os
import socket
import time


def can(act):
    try:
        return bool(act())
    except OSError:
        return False


def reaches(address):
    with socket.create_connection(address, timeout=1):
        return True


def opens(name):
    """Another display, with our own cookie or with none."""
    for path in [name, f"/tmp/.X11-unix/X{name[1:]}"]:
        if x11.XOpenDisplay(path.encode()):
            return True
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as abstract:
        abstract.connect(f"\0/tmp/.X11-unix/X{name[1:]}")
        return True


x11 = ctypes.CDLL("libX11.so.6")
x11.XOpenDisplay.restype = ctypes.c_void_p
own = int(os.environ["DISPLAY"][1:])
tries = {
    "network": lambda: reaches(("127.0.0.1", 22)) or reaches(("1.1.1.1", 53)),
    "interfaces": lambda: len([name for _, name in socket.if_nameindex() if name != "lo"]) > 0,
    "redis": lambda: any(can(lambda port=port: reaches(("127.0.0.1", port))) for port in range(6379, 40000, 1000)),
    "password file": lambda: open("/etc/passwd").read(),
    "root": lambda: os.listdir("/root"),
    "folders": lambda: set(os.listdir("/")) - {"app", "bin", "dev", "etc", "home", "lib", "lib64", "proc", "tmp", "usr"},
    "homes": lambda: set(os.listdir("/home")) - {"app"},
    "instances": lambda: os.listdir("/run"),
    "write": lambda: open("/app/written", "w"),
    "write system": lambda: open("/usr/written", "w"),
    "processes": lambda: len([name for name in os.listdir("/proc") if name.isdigit()]) > 3,
    "other display": lambda: any(can(lambda n=n: opens(f":{n}")) for n in [own - 1, own + 1]),
    "own display": lambda: x11.XOpenDisplay(None),
}
done = [name for name, act in tries.items() if can(act)]

pointer, word, number, unsigned = ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_uint
x11.XDefaultRootWindow.argtypes, x11.XDefaultRootWindow.restype = [pointer], word
x11.XCreateSimpleWindow.argtypes = [pointer, word, number, number, unsigned, unsigned, unsigned, word, word]
x11.XCreateSimpleWindow.restype = word
x11.XStoreName.argtypes = [pointer, word, ctypes.c_char_p]
x11.XMapWindow.argtypes = [pointer, word]
x11.XFlush.argtypes = [pointer]
display = x11.XOpenDisplay(None)
window = x11.XCreateSimpleWindow(display, x11.XDefaultRootWindow(display), 0, 0, 1280, 720, 0, 0, 0)
x11.XStoreName(display, window, f"could: {', '.join(done)}".encode())
x11.XMapWindow(display, window)
x11.XFlush(display)
time.sleep(3600)
