"""Writes to the result pipe for ever.

Verdict: crash
"""

import os

while True:
    os.write(3, b"MXT1" * 16384)
