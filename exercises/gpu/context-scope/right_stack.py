import contextlib


def call_under(ctx, make):
    with contextlib.ExitStack() as stack:
        stack.enter_context(ctx)
        return make()
