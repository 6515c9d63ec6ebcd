"""The result is moved afterwards, not created there.

`make` still sees the old default device; what it creates has to be made on `ctx`, so call it inside `with ctx:`.
"""


def call_under(ctx, make):
    return make().as_in_context(ctx)
