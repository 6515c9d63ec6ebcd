import torch


class Quantise(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, step, limit):
        ctx.save_for_backward(x)
        ctx.limit = limit
        return (x.clamp(-limit, limit) / step).round() * step

    @staticmethod
    def backward(ctx, dy):
        (x,) = ctx.saved_tensors
        return dy * (x.abs() <= ctx.limit), None, None


def fake_quantise(x, step, limit):
    return Quantise.apply(x, step, limit)
