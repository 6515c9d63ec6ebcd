"""The arrays are added without a move.

The operator got inputs from two devices: move both to `ctx` with `as_in_context` first.
"""


def add_across(a, b, ctx):
    return (a + b).as_in_context(ctx)
