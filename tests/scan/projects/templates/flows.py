"""Base classes that call what subclasses define, names that are made at run time, and types that conditions tell."""

from typing import Dict, List, Optional

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import Distribution, Normal
from torch.utils.hooks import RemovableHandle


class Step(nn.Module):
    """A base class whose methods subclasses define."""

    def forward(self, x):
        width = self.scale(x)
        return self.shift(x, width), self.penalty(width).sum()

    def scale(self, x):
        raise NotImplementedError

    def shift(self, x, width):
        raise NotImplementedError

    def penalty(self, width):
        raise NotImplementedError


class Affine(Step):
    def scale(self, x):
        return x.std(0)

    def shift(self, values, spread):
        return values + spread.view(1, -1).expand_as(values)

    def penalty(self, spread):
        return spread.reshape(-1).square()


class Numbered(nn.Module):
    """Layers, buffers and constraints whose names the code makes."""

    def __init__(self, count: int):
        super().__init__()
        self.count = count
        for i in range(count):
            setattr(self, f"conv{i}", nn.Conv1d(1, 1, 1))
            self.add_module("norm_%d" % i, nn.BatchNorm1d(1))
            self.register_buffer("mean_{}".format(i), torch.zeros(1))
        self.keep("rate", nn.Softplus())

    def keep(self, name, module):
        place = name + "_positive"
        self.add_module(place, module)

    @property
    def means(self):
        return [getattr(self, f"mean_{i}") for i in range(self.count)]

    def forward(self, x):
        for i in range(self.count):
            x = getattr(self, f"norm_{i}")(getattr(self, f"conv{i}")(x))
        self.conv0.requires_grad_(False)
        self.rate_positive.train()
        return self.rate_positive(x).clamp(0, 5), [one.add(1) for one in self.means]

    def _load_from_state_dict(self, *args):
        super()._load_from_state_dict(*args)


class Watched:
    """Lists with annotations, and what is put into them elsewhere."""

    def __init__(self, net: nn.Module, kinds=(nn.Conv1d, nn.BatchNorm1d)):
        self.handles: List[RemovableHandle] = []
        self.kinds = {kind: 1 for kind in kinds}
        self.seen: Dict[str, torch.Tensor] = dict()
        net.apply(self.watch)

    def watch(self, module: nn.Module):
        if isinstance(module, tuple(self.kinds.keys())):
            self.handles.append(module.register_forward_hook(self.note))

    def note(self, module, given, out):
        self.seen[str(len(self.seen))] = out

    def close(self):
        for handle in self.handles:
            handle.remove()
        return [out.mean() for out in self.seen.values()]


def flat(value):
    """Return a tensor of what may be one, or something else."""
    return value.flatten() if isinstance(value, torch.Tensor) else torch.tensor(value).flatten()


def checked(value, other):
    if not torch.is_tensor(value):
        value = torch.tensor(value)
    if not isinstance(other, torch.Tensor):
        raise TypeError("a tensor is needed")
    same = isinstance(value, torch.Tensor) and value.dim() == 1
    return value.reshape(1, -1), other.view(-1), same


def kept(values):
    return [value.trace() for value in values if isinstance(value, torch.Tensor) and value.dim() == 2]


def near(values):
    """NumPy's comparisons give NumPy's arrays."""
    return (np.array(values) >= 0).all(), (1 < np.array(values)).any()


def drawn(**options):
    return options["law"].sample().item()


def passed(**options):
    return drawn(law=Normal(0.0, 1.0), **options)


class Joint(Distribution):
    """A distribution of several."""

    def __init__(self, *parts: Distribution):
        super().__init__(validate_args=False)
        self.parts = [part.expand(torch.Size([2])) for part in parts]

    def expand(self, shape, new: Optional[Distribution] = None):
        new = self._get_checked_instance(Joint, new)
        new.parts = [part.expand(shape) for part in self.parts]
        Distribution.__init__(new, validate_args=False)
        return new

    def log_prob(self, x):
        return sum(part.log_prob(x).sum() for part in self.parts)


class Active(nn.Module):
    def __init__(self, activation=F.relu):
        super().__init__()
        self.activation = activation

    def forward(self, x):
        return self.activation(x)
