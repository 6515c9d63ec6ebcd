"""The function is called twice.

`make` is to be called once: keep its result in a variable.
"""


def call_under(ctx, make):
    with ctx:
        if make() is not None:
            return make()
