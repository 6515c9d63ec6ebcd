"""Registers a custom operator and calls it."""

import mxnet as mx
from mxnet import nd


class ArcCos(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], nd.arccos(in_data[0]))

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], -out_grad[0] / (1 - in_data[0] ** 2).sqrt())


@mx.operator.register("my_arccos")
class ArcCosProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return ArcCos()


def arccos(x):
    return nd.Custom(x, op_type="my_arccos")
