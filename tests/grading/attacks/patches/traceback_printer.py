"""The functions that print tracebacks raise, and hang when they are asked again.

Verdict: error crash
"""

import linecache
import traceback


def trap(*args, **kwargs):
    raise SystemExit(0)


traceback.format_exception = traceback.print_exc = traceback.TracebackException = trap
linecache.getline = trap


def arccos(x):
    raise ValueError("print me")
