from torch import nn


class SelfAttention(nn.Module):
    def __init__(self, units, heads):
        super().__init__()
        self.attention = nn.MultiheadAttention(units, heads, batch_first=True)

    def forward(self, x, mask):
        return self.attention(x, x, x, attn_mask=mask, need_weights=False)[0]


def make_attention(units, heads):
    return SelfAttention(units, heads)
