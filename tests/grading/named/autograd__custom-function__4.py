# mistake: Calls the class's apply, as in PyTorch; the class has another name than the one of the course.
# named: torch-apply
from mxnet import autograd, nd, np


class RoundSTE(autograd.Function):
    @staticmethod
    def forward(ctx, x, step, limit):
        ctx.save_for_backward(x)
        ctx.limit = limit
        units = nd.clip(x, -limit, limit) / step
        return np.around(units.as_np_ndarray()).as_nd_ndarray() * step

    @staticmethod
    def backward(ctx, dy):
        (x,) = ctx.saved_tensors
        return dy * (nd.abs(x) <= ctx.limit), None, None


def fake_quantise(x, step, limit):
    return RoundSTE.apply(x, step, limit)
