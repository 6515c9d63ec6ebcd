"""The entry is a method of a class."""

from mxnet import nd


class Toolbox:
    @classmethod
    def arccos(cls, x):
        return cls.apply(x)

    @staticmethod
    def apply(x):
        return nd.arccos(x)


arccos = Toolbox.arccos
