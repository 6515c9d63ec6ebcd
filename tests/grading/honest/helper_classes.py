"""Goes through classes of its own, with a metaclass, slots and operators."""

from mxnet import nd


class Registry(type):
    known = {}

    def __new__(mcs, name, bases, body):
        made = super().__new__(mcs, name, bases, body)
        mcs.known[name] = made
        return made


class Angle(metaclass=Registry):
    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value

    def __matmul__(self, other):
        return Angle(other(self.value))


def arccos(x):
    return (Registry.known["Angle"](x) @ nd.arccos).value
