"""Captures one display and one sound sink, encodes each once, and hands both to the gateway over a socket.

It listens and the gateway comes: when the gateway is started anew, display, application and this process go on.
What the viewers do comes back over the same socket and is done on the display.
"""

import os
import select
import socket
import struct
import threading
import time

import pcmflux
import pixelflux

from display import Display
from outbox import Outbox

VIDEO, AUDIO, TITLE = 1, 2, 3
KEY_FRAME, BITRATE, FRAME_RATE, INPUT, RELEASE_ALL = 0x10, 0x11, 0x12, 0x20, 0x21
TITLE_EVERY_S = 1.0
# The newest key frames of a stream come with their parameter sets and a long note of the encoder before the slice.
LOOK_FOR_KEY_BYTES = 4096


def is_key_frame(unit):
    """Whether an access unit has a slice of a key frame (NAL type 5)."""
    head = bytes(unit[:LOOK_FOR_KEY_BYTES])
    at = head.find(b"\x00\x00\x01")
    while 0 <= at < len(head) - 3:
        if head[at + 3] & 0x1F == 5:
            return True
        at = head.find(b"\x00\x00\x01", at + 3)
    return False


def video_settings(width, height, fps, kbps):
    settings = pixelflux.CaptureSettings()
    settings.use_wayland = False
    settings.capture_width, settings.capture_height = width, height
    settings.capture_x = settings.capture_y = 0
    settings.auto_adjust_screen_capture_size = False
    # Everybody sees one pointer: that of whoever has control.
    settings.capture_cursor = True
    settings.target_fps = float(fps)
    settings.codec = "h264"
    settings.video_fullframe = True
    settings.omit_stripe_headers = True
    settings.use_cpu = True
    settings.encode_node_index = -1
    settings.cpu_encode_threading = False
    settings.video_cbr_mode = True
    settings.video_bitrate_kbps = kbps
    settings.video_streaming_mode = True
    settings.keyframe_interval_s = 0.0
    return settings


def audio_settings(source):
    settings = pcmflux.AudioCaptureSettings()
    settings.device_name = source
    settings.sample_rate = 48000
    settings.channels = 2
    settings.opus_bitrate = 96000
    settings.frame_duration_ms = 10
    settings.omit_audio_header = True
    settings.use_silence_gate = False
    return settings


class Encoder:
    def __init__(self, width, height, fps, kbps):
        self.display = Display(width, height)
        self.video = pixelflux.ScreenCapture()
        self.audio = pcmflux.AudioCapture()
        self.settings = video_settings(width, height, fps, kbps)
        self.outbox = None
        self.title = None

    def start(self, source):
        self.video.start_capture(self.on_picture, self.settings)
        if source:
            self.audio.start_capture(audio_settings(source), self.on_sound)

    # Pictures and sound come on threads of their own.
    def on_picture(self, frame):
        outbox = self.outbox
        if outbox is None or len(frame) == 0:
            return
        unit = bytes(frame)
        is_key = is_key_frame(unit)
        if not outbox.put(VIDEO, is_key, frame.capture_ns // 1000, unit):
            self.video.request_idr_frame()

    def on_sound(self, frame):
        outbox = self.outbox
        if outbox is not None:
            outbox.put(AUDIO, False, frame.pts, bytes(frame))

    def serve(self, path):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
            if os.path.exists(path):
                os.unlink(path)
            listener.bind(path)
            os.chmod(path, 0o600)
            listener.listen(1)
            while True:
                gateway, _ = listener.accept()
                with gateway:
                    self.serve_gateway(gateway)

    def serve_gateway(self, gateway):
        outbox = Outbox(gateway)
        writing = threading.Thread(target=outbox.write_all, daemon=True)
        writing.start()
        self.outbox = outbox
        self.title = None
        self.video.request_idr_frame()
        try:
            self.read_all(gateway)
        finally:
            self.outbox = None
            outbox.close()
            writing.join()
            self.display.release_all()

    def read_all(self, gateway):
        """Does what comes until the gateway is gone. All of the display is touched from here alone."""
        looked_at = 0.0
        unread = b""
        while True:
            if time.monotonic() - looked_at > TITLE_EVERY_S:
                looked_at = time.monotonic()
                self.tell_title()
            # A timeout of the socket would be the writer's too, for whom a gateway that stands still is no reason to end.
            if not select.select([gateway], [], [], TITLE_EVERY_S)[0]:
                continue
            try:
                more = gateway.recv(65536)
            except OSError:
                return
            if not more:
                return
            unread += more
            while len(unread) >= 2:
                (size,) = struct.unpack_from(">H", unread)
                if len(unread) < 2 + size:
                    break
                self.do(unread[2 : 2 + size])
                unread = unread[2 + size :]

    def tell_title(self):
        title = self.display.title()
        if title != self.title and self.outbox is not None:
            self.title = title
            self.outbox.put(TITLE, False, 0, title.encode())

    def do(self, message):
        op = message[0]
        if op == KEY_FRAME:
            self.video.request_idr_frame()
        elif op == BITRATE:
            self.video.update_video_bitrate(struct.unpack_from(">I", message, 1)[0])
        elif op == FRAME_RATE:
            self.video.update_framerate(float(struct.unpack_from(">H", message, 1)[0]))
        elif op == INPUT:
            self.display.do(message[1:])
        elif op == RELEASE_ALL:
            self.display.release_all()


if __name__ == "__main__":
    size = [int(part) for part in os.environ["STREAM_SIZE"].split("x")]
    encoder = Encoder(*size, int(os.environ["STREAM_FPS"]), int(os.environ["STREAM_KBPS"]))
    encoder.start(os.environ.get("STREAM_SOUND"))
    encoder.serve(os.environ["STREAM_SOCKET"])
