# mistake: Sets and resets the default context by hand without try/finally, so it is not restored when make raises.
# named: no-finally
import mxnet as mx


def call_under(ctx, make):
    scope = mx.Context(ctx)
    scope.__enter__()
    result = make()
    scope.__exit__(None, None, None)
    return result
