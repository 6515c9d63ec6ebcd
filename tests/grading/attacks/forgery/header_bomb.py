"""Claims a header of four gigabytes.

Verdict: crash
"""

import os


def send(frame):
    os.write(3, len(frame).to_bytes(8, "little") + frame)


send(b"MXT1\xff\xff\xff\xff" + b"{" * 10_000)
os._exit(0)
