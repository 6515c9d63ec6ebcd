"""A custom operator raises in the engine's own thread.

Verdict: error crash
"""

import mxnet as mx
from mxnet import nd


class Late(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        raise RuntimeError("later")


@mx.operator.register("late")
class LateProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return Late()


def arccos(x):
    return nd.Custom(x, op_type="late")
