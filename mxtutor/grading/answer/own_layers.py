"""Inputs that the layers of a Module ask for: in_features of a Linear, in_channels of a convolution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from torch import nn

Spec = Any
_IMAGES = (8, 16, 28, 32, 64, 224)
"""Sizes of images that networks are made for."""
MOST_LAYERS = 6


def layer_specs(net: Any, candidates: Mapping[str, Sequence[Spec]], unknown: Sequence[str]) -> dict[str, list[Spec]]:
    """Return the candidates of each parameter; those of unknown tensors begin with what the layers ask for.

    Args:
        net: a Module.
        candidates: specs by parameter.
        unknown: the parameters about whose shape nothing is known.
    """
    wanted = [spec for spec in _wanted(net) if spec]
    return {
        name: [*wanted, *(s for s in specs if s not in wanted)] if name in unknown else list(specs)
        for name, specs in candidates.items()
    }


def _wanted(net: Any) -> list[Spec]:
    found: list[Spec] = []
    layers = [m for m in net.modules() if not list(m.children()) or isinstance(m, nn.MultiheadAttention)]
    for layer in layers[:MOST_LAYERS]:
        for spec in _of_layer(layer):
            if spec not in found:
                found.append(spec)
    return found


def _of_layer(layer: Any) -> list[Spec]:
    if isinstance(layer, nn.Embedding):
        ids = {"dtype": "int64", "low": 0, "high": layer.num_embeddings - 1}
        return [{"shape": shape, **ids} for shape in ([2, 5], [5], [2, 5, 3])]
    if isinstance(layer, nn.Linear):
        n = layer.in_features
        flat = [_floats(2, c, s, s) for s in _IMAGES for c in (1, 3) if c * s * s == n]
        return [*flat, _floats(3, n), _floats(2, 5, n), _floats(2, 3, 5, n), _floats(n)]
    if isinstance(layer, (nn.LSTM, nn.GRU, nn.RNN)):
        return [_floats(2, 5, layer.input_size)]
    if isinstance(layer, (nn.LSTMCell, nn.GRUCell, nn.RNNCell)):
        return [_floats(2, layer.input_size)]
    if isinstance(layer, nn.MultiheadAttention):
        return [_floats(2, 5, layer.embed_dim)]
    if isinstance(layer, nn.LayerNorm):
        return [_floats(2, 5, *layer.normalized_shape), _floats(2, 3, 5, *layer.normalized_shape)]
    if isinstance(layer, (nn.Conv2d, nn.ConvTranspose2d)):
        return [_floats(2, layer.in_channels, s, s) for s in _IMAGES]
    if isinstance(layer, (nn.Conv1d, nn.ConvTranspose1d)):
        return [_floats(2, layer.in_channels, s) for s in (9, 16, 32)]
    if isinstance(layer, (nn.Conv3d, nn.ConvTranspose3d)):
        return [_floats(2, layer.in_channels, s, s, s) for s in (6, 8, 16)]
    if isinstance(layer, nn.BatchNorm2d):
        return [_floats(2, layer.num_features, s, s) for s in _IMAGES[:2]]
    if isinstance(layer, nn.BatchNorm1d):
        return [_floats(4, layer.num_features), _floats(2, layer.num_features, 5)]
    if isinstance(layer, nn.GroupNorm):
        return [_floats(2, layer.num_channels, 8, 8), _floats(2, layer.num_channels, 5)]
    return []


def _floats(*shape: int) -> Spec:
    return {"shape": list(shape), "dtype": "float32"}
