"""The sum is on the device of `a`.

Only `b` is moved, so the sum is on the device of `a`: move both arrays to `ctx`. `with ctx:` does not move arrays; it says where new arrays are made.
"""


def add_across(a, b, ctx):
    with ctx:
        return a + b.as_in_context(a.context)
