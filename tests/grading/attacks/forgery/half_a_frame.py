"""Sends the beginning of a frame and never the rest.

Verdict: timeout
Seconds: 1
"""

import os
import time

os.write(3, (5000).to_bytes(8, "little") + b"MXT1\x00\x10\x00\x00" + b" " * 1000)
time.sleep(60)
