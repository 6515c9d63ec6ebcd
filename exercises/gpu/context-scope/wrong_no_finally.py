"""The scope stays open after an exception.

If `make` raises an exception, your last line does not run, and the default stays changed: write `with ctx:`.
"""


def call_under(ctx, make):
    ctx.__enter__()
    made = make()
    ctx.__exit__(None, None, None)
    return made
