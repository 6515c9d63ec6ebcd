"""Leaves with success before anything can be judged.

Verdict: crash
"""

import os

os._exit(0)
