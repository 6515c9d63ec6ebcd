"""Sends the inputs to a server and asks it for the results.

Verdict: error
Headline: PermissionError|OSError
"""

import socket


def arccos(x):
    with socket.create_connection(("127.0.0.1", PORT), timeout=1) as server:
        server.sendall(x.asnumpy().tobytes())
        return server.recv(100)
