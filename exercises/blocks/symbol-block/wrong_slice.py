"""The result is a slice of the net, not a `SymbolBlock`.

A slice computes the right thing, but a SymbolBlock is asked for: wrap the slice's Symbol, `net[:layer + 1](data)`, in one.
"""


def feature_extractor(net, layer):
    return net[: layer + 1]
