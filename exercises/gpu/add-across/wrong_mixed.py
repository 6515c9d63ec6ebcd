"""The arrays are added on their own devices.

The operator got inputs from two devices: bring both to `ctx` with `as_in_context` first.
"""


def add_across(a, b, ctx):
    return (a + b).as_in_context(ctx)
