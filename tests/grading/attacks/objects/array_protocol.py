"""Returns an object that only becomes an array when somebody asks for one."""

import numpy as onp


class Lazy:
    def __init__(self, x):
        self.x = x

    def __array__(self, *args, **kwargs):
        return onp.arccos(self.x.asnumpy())

    def asnumpy(self):
        return self.__array__()


def arccos(x):
    return Lazy(x)
