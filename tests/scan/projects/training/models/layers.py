import torch as th
import torch.nn as nn
import torch.nn.functional as F


def conv_block(c_in, c_out, norm=nn.BatchNorm2d, act=None):
    layers = [nn.Conv2d(c_in, c_out, 3, padding=1, bias=False), norm(c_out)]
    layers.append(act() if act is not None else nn.ReLU(inplace=True))
    return nn.Sequential(*layers)


class SqueezeExcite(nn.Module):
    def __init__(self, channels, ratio=2):
        super().__init__()
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.fc = nn.Sequential(
            nn.Linear(channels, channels // ratio),
            nn.ReLU(),
            nn.Linear(channels // ratio, channels),
            nn.Sigmoid(),
        )

    def forward(self, x):
        b, c, _, _ = x.size()
        w = self.pool(x).view(b, c)
        w = self.fc(w).view(b, c, 1, 1)
        return x * w.expand_as(x)


class Swish(th.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x * x.sigmoid()
        ctx.save_for_backward(x)
        return y

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        s = x.sigmoid()
        return grad * (s * (1 + x * (1 - s)))


class SwishLayer(nn.Module):
    def forward(self, x):
        return Swish.apply(x)


class Residual(nn.Module):
    def __init__(self, c_in, c_out, stride=1):
        super(Residual, self).__init__()
        self.body = nn.Sequential(conv_block(c_in, c_out), conv_block(c_out, c_out, act=nn.LeakyReLU))
        self.shortcut = nn.Sequential()
        if stride != 1 or c_in != c_out:
            self.shortcut = nn.Sequential(nn.Conv2d(c_in, c_out, 1), nn.BatchNorm2d(c_out, momentum=0.05))
        self.register_buffer("scale", th.ones(1))
        self.gate = nn.Parameter(th.zeros(1))

    def forward(self, x):
        out = self.body(x)
        out += self.shortcut(x)
        out = out * self.scale.clone() + self.gate.tanh()
        return F.relu(out)
