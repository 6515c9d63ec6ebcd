import contextlib
import io

import torch
from model import LM, Config

with contextlib.redirect_stdout(io.StringIO()):
    torch.manual_seed(0)
    lm = LM(Config(depth=1))
    opt = lm.configure(1e-3)
    x = torch.randint(0, 20, (2, 8))
    for _ in range(2):
        opt.zero_grad(set_to_none=True)
        logits, loss = lm(x, x)
        loss.backward()
        opt.step()
    lm.eval()
    lm.generate(x[:, :2], 8, top_k=3)
    lm.transformer.h[0].attn(torch.randn(1, 4, 16), None, [])
