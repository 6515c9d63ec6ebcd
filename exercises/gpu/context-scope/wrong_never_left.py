"""The scope is never left.

The default device stays changed for all later code: write `with ctx:`, which restores it.
"""


def call_under(ctx, make):
    ctx.__enter__()
    return make()
