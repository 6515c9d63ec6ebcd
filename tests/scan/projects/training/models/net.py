from collections import OrderedDict
from typing import Optional

import torch
from torch import Tensor, nn

from .layers import Residual, SqueezeExcite, SwishLayer


class ConvNet(nn.Module):
    def __init__(self, classes=3, widths=(4, 8)):
        super().__init__()
        self.stem = nn.Conv2d(1, widths[0], 3, padding=1)
        blocks = []
        for a, b in zip(widths, widths[1:]):
            blocks.append(Residual(a, b))
            blocks.append(SqueezeExcite(b))
        self.blocks = nn.ModuleList(blocks)
        self.head = nn.Sequential(OrderedDict([
            ("act", SwishLayer()),
            ("pool", nn.AdaptiveAvgPool2d(1)),
            ("flat", nn.Flatten()),
            ("fc", nn.Linear(widths[-1], classes)),
        ]))
        self.apply(self._init)
        self.features: Optional[Tensor] = None

    @staticmethod
    def _init(m):
        if isinstance(m, (nn.Conv2d, nn.Linear)):
            nn.init.kaiming_normal_(m.weight, nonlinearity="relu")
            if m.bias is not None:
                m.bias.data.zero_()
        elif isinstance(m, nn.BatchNorm2d):
            m.weight.data.fill_(1.0)
            nn.init.constant_(m.bias, 0)

    @property
    def device(self):
        return next(self.parameters()).device

    def extract(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = block(x)
        self.features = x.detach()
        return x

    def forward(self, x: Tensor, return_features: bool = False):
        h = self.extract(x)
        logits = self.head(h)
        if return_features:
            return logits, h.mean(dim=(2, 3))
        return logits

    @torch.no_grad()
    def predict(self, x):
        self.eval()
        return self(x.to(self.device)).softmax(dim=-1).argmax(dim=1)


def build_model(name="conv", checkpoint=None):
    model = {"conv": ConvNet}[name]()
    if checkpoint is not None:
        state = torch.load(checkpoint, map_location="cpu")
        state = {k.replace("module.", ""): v for k, v in state.items()}
        model.load_state_dict(state)
    return model
