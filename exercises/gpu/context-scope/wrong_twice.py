"""The function is called twice.

You must call `make` only once: keep its result in a variable.
"""


def call_under(ctx, make):
    with ctx:
        if make() is not None:
            return make()
