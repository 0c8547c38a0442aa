"""What waits to be written to the gateway. Nobody who captures ever waits for it."""

import contextlib
import queue
import socket
import struct

VIDEO = 1
# Some seconds of pictures: a gateway that reads nothing for so long has them dropped.
WAITING_MAX = 120


class Outbox:
    def __init__(self, gateway):
        self.gateway = gateway
        self.waiting = queue.Queue(WAITING_MAX)
        self.needs_key = True
        self.is_open = True

    def put(self, kind, is_key, time, payload):
        """False where a key frame is needed now, since something of the picture was dropped."""
        if kind == VIDEO:
            if self.needs_key and not is_key:
                return True
            self.needs_key = False
        head = struct.pack(">IBBQ", len(payload) + 10, kind, 1 if is_key else 0, time)
        try:
            self.waiting.put_nowait(head + payload)
            return True
        except queue.Full:
            if kind == VIDEO:
                self.needs_key = True
                return False
            return True

    def write_all(self):
        while self.is_open:
            message = self.waiting.get()
            if message is None:
                return
            try:
                self.gateway.sendall(message)
            except OSError:
                self.close()

    def close(self):
        """For both directions: without one of them the gateway is to come anew, and nobody waits in the other."""
        self.is_open = False
        with contextlib.suppress(OSError):
            self.gateway.shutdown(socket.SHUT_RDWR)
        with contextlib.suppress(queue.Full):
            self.waiting.put_nowait(None)
