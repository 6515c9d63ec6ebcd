"""The result is moved there, not created there.

`make` still uses the old default device, but it must create its arrays on `ctx`: call it inside `with ctx:`.
"""


def call_under(ctx, make):
    return make().as_in_context(ctx)
