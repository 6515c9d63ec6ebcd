"""Claims a result of no bytes, which is complete at once.

Verdict: crash
"""

import os

os.write(3, bytes(8))
os._exit(0)
