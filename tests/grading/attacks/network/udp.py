"""Sends the inputs out in a datagram.

Verdict: error
Headline: PermissionError|OSError
"""

import socket


def arccos(x):
    sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    sender.sendto(x.asnumpy().tobytes(), ("127.0.0.1", PORT))
    return x
