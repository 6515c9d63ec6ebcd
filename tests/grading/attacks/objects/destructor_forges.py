"""The result writes a frame of its own when it is thrown away.

Verdict: wrong crash
"""

import os


def send(frame):
    os.write(3, len(frame).to_bytes(8, "little") + frame)


class Late:
    def __del__(self):
        send(b"MXT1\x02\x00\x00\x00{}")
        os._exit(0)


def arccos(x):
    return Late()
