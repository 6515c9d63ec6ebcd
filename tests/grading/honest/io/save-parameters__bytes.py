"""Saves to another file, then copies its bytes."""

import os
from pathlib import Path


def save_net(net, path):
    other = Path(path).with_name("temporary.params")
    net.save_parameters(os.fspath(other))
    Path(path).write_bytes(other.read_bytes())
    other.unlink()
