"""Claims shapes whose product overflows, beside axes of no length.

Verdict: crash
"""

import json
import os


def send(frame):
    os.write(3, len(frame).to_bytes(8, "little") + frame)


arrays = [["float32", [67108864] * 12 + [0] * 4]] * 100
text = json.dumps({"tree": {"$": 0}, "arrays": arrays}).encode()
send(b"MXT1" + len(text).to_bytes(4, "little") + text)
os._exit(0)
