import math
from typing import Optional, Tuple

import torch
import torch.nn as nn
from torch.nn import functional as F


class Config:
    def __init__(self, **kwargs):
        self.vocab, self.block, self.width, self.heads, self.depth = 20, 8, 16, 2, 2
        for k, v in kwargs.items():
            setattr(self, k, v)


class RMSNorm(nn.Module):
    def __init__(self, dim: int, eps: float = 1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(dim))

    def _norm(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps)

    def forward(self, x):
        return self._norm(x.float()).type_as(x) * self.weight


def rotary(dim: int, end: int) -> torch.Tensor:
    freqs = 1.0 / (10000 ** (torch.arange(0, dim, 2)[: (dim // 2)].float() / dim))
    t = torch.arange(end, device=freqs.device)
    freqs = torch.outer(t, freqs)
    return torch.polar(torch.ones_like(freqs), freqs)


def apply_rotary(q, k, freqs) -> Tuple[torch.Tensor, torch.Tensor]:
    q_ = torch.view_as_complex(q.float().reshape(*q.shape[:-1], -1, 2))
    k_ = torch.view_as_complex(k.float().reshape(*k.shape[:-1], -1, 2))
    freqs = freqs.view(1, 1, *freqs.shape)
    return torch.view_as_real(q_ * freqs).flatten(3).type_as(q), torch.view_as_real(k_ * freqs).flatten(3).type_as(k)


class Attention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.c_attn = nn.Linear(config.width, 3 * config.width)
        self.c_proj = nn.Linear(config.width, config.width)
        self.heads = config.heads
        self.flash = hasattr(F, "scaled_dot_product_attention")
        self.register_buffer("bias", torch.tril(torch.ones(config.block, config.block)).view(1, 1, config.block, config.block))
        self.drop = nn.Dropout(0.1)

    def forward(self, x, freqs=None, cache: Optional[list] = None):
        B, S, C = x.size()
        q, k, v = self.c_attn(x).split(C, dim=2)
        q, k, v = (t.view(B, S, self.heads, C // self.heads).transpose(1, 2) for t in (q, k, v))
        if freqs is not None:
            q, k = apply_rotary(q, k, freqs[:S])
        if cache is not None:
            cache.append(k.detach())
        if self.flash and not self.training:
            y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        else:
            att = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
            att = att.masked_fill(self.bias[:, :, :S, :S] == 0, float("-inf"))
            att = self.drop(F.softmax(att, dim=-1))
            y = att @ v
        y = y.transpose(1, 2).contiguous().view(B, S, C)
        return self.c_proj(y)


class Block(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.ln_1 = RMSNorm(config.width)
        self.attn = Attention(config)
        self.ln_2 = nn.LayerNorm(config.width)
        self.mlp = nn.ModuleDict(dict(
            c_fc=nn.Linear(config.width, 4 * config.width),
            c_proj=nn.Linear(4 * config.width, config.width),
            act=nn.GELU(),
        ))
        m = self.mlp
        self.mlpf = lambda x: m.c_proj(m.act(m.c_fc(x)))

    def forward(self, x, freqs=None):
        x = x + self.attn(self.ln_1(x), freqs)
        return x + self.mlpf(self.ln_2(x))


class LM(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.transformer = nn.ModuleDict(dict(
            wte=nn.Embedding(config.vocab, config.width),
            h=nn.ModuleList([Block(config) for _ in range(config.depth)]),
            ln_f=nn.LayerNorm(config.width),
        ))
        self.lm_head = nn.Linear(config.width, config.vocab, bias=False)
        self.transformer.wte.weight = self.lm_head.weight
        self.freqs = rotary(config.width // config.heads, config.block)
        self.apply(self._init_weights)
        for pn, p in self.named_parameters():
            if pn.endswith("c_proj.weight"):
                torch.nn.init.normal_(p, mean=0.0, std=0.02 / math.sqrt(2 * config.depth))

    def _init_weights(self, module):
        if isinstance(module, nn.Linear):
            torch.nn.init.normal_(module.weight, mean=0.0, std=0.02)
            if module.bias is not None:
                torch.nn.init.zeros_(module.bias)

    def forward(self, idx, targets=None):
        b, t = idx.size()
        x = self.transformer.wte(idx)
        for block in self.transformer.h:
            x = block(x, self.freqs)
        logits = self.lm_head(self.transformer.ln_f(x))
        loss = None
        if targets is not None:
            loss = F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1), ignore_index=-1)
        return logits, loss

    def configure(self, lr):
        params = {pn: p for pn, p in self.named_parameters() if p.requires_grad}
        decay = [p for n, p in params.items() if p.dim() >= 2]
        rest = [p for n, p in params.items() if p.dim() < 2]
        print(sum(p.numel() for p in decay), sum(p.numel() for p in rest))
        return torch.optim.AdamW([{"params": decay, "weight_decay": 0.1}, {"params": rest}], lr=lr)

    @torch.no_grad()
    def generate(self, idx, new, temperature=1.0, top_k=None):
        for _ in range(new):
            cond = idx if idx.size(1) <= self.config.block else idx[:, -self.config.block:]
            logits, _ = self(cond)
            logits = logits[:, -1, :] / temperature
            if top_k is not None:
                v, _ = torch.topk(logits, min(top_k, logits.size(-1)))
                logits[logits < v[:, [-1]]] = -float("Inf")
            probs = F.softmax(logits, dim=-1)
            idx = torch.cat((idx, torch.multinomial(probs, num_samples=1)), dim=1)
        return idx
