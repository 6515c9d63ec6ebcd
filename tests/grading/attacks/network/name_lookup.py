"""Carries the inputs out in a name that it looks up.

Verdict: error
Headline: gaierror|PermissionError|OSError
"""

import socket


def arccos(x):
    return socket.getaddrinfo("right.example.invalid", 80)
