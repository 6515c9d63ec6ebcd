"""Eight threads burn processor time in C code that releases the lock.

Verdict: timeout
Seconds: 1
"""

import hashlib
import threading


def burn():
    hashlib.pbkdf2_hmac("sha256", b"x", b"y", 10**9)


def arccos(x):
    for _ in range(8):
        threading.Thread(target=burn, daemon=True).start()
    burn()
