"""Sends a header nested a hundred thousand levels deep.

Verdict: crash
"""

import os

text = b"[" * 100_000 + b"]" * 100_000
data = b"MXT1" + len(text).to_bytes(4, "little") + text
data = len(data).to_bytes(8, "little") + data
while data:
    data = data[os.write(3, data) :]
os._exit(0)
