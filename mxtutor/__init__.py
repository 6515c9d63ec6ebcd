"""mxtutor: learn MXNet (Gluon) from the PyTorch you know, in a terminal."""

from __future__ import annotations

__version__ = "0.4.0"
