"""The sum is on the device of `b`.

The sum is on the device of `b`: move both arrays to `ctx`.
"""


def add_across(a, b, ctx):
    return a.as_in_context(b.context) + b
