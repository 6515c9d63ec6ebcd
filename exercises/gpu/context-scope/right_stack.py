import contextlib

import mxnet as mx


def call_under(ctx, make):
    with contextlib.ExitStack() as stack:
        stack.enter_context(mx.Context(ctx))
        return make()
