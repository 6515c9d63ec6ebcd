"""Claims a result longer than any memory and goes on sending it.

Verdict: crash
"""

import os

os.write(3, b"\xff" * 8)
while True:
    os.write(3, b"MXT1" * 16384)
