"""Calls einops with tensors, and its layers."""

import torch
from einops import asnumpy, einsum, pack, parse_shape, rearrange, reduce, repeat, unpack
from einops.layers.torch import EinMix, Rearrange, Reduce

x = torch.randn(2, 3, 4, 5)
rearrange(x, "b c h w -> b (h w) c")
rearrange([x, x], "n b c h w -> b n c h w")
for operation in ("mean", "sum", "max", "min", "prod"):
    reduce(x, "b c (h h2) w -> b c h w", operation, h2=2)
for operation in ("any", "all"):
    reduce(x > 0, "b c h w -> b", operation)
repeat(x, "b c h w -> b c (h 2) w")
einsum(x, x, "b c h w, b c k w -> b h k")
packed, shapes = pack([x, x], "b * h w")
unpack(packed, shapes, "b * h w")
asnumpy(x)
parse_shape(x, "b c h w")
layers = torch.nn.Sequential(Rearrange("b c h w -> b (c h) w"))
layers(x)
Reduce("b c h w -> b c", "mean")(x)
EinMix("b c h w -> b c h o", weight_shape="w o", bias_shape="o", w=5, o=7)(x).sum().backward()
torch.jit.script(layers)(x)
