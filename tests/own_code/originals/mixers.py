import torch
from torch import nn


class Mixer(nn.Module):
    """Attention of PyTorch, with weights in one array, and a buffer that the constructor draws."""

    def __init__(self, dim: int, heads: int = 2):
        super().__init__()
        self.attn = nn.MultiheadAttention(dim, heads, batch_first=True)
        self.register_buffer("basis", torch.randn(dim))

    def forward(self, x):
        return x + self.attn(x, x, x, need_weights=False)[0] * self.basis
