"""An object of another class says that it is a Block.

Exercise: blocks/convnet
Verdict: wrong error
"""

from mxnet.gluon import Block


class NoBlock:
    __class__ = property(lambda self: Block)

    def __getattr__(self, name):
        raise AttributeError(name)


def make_cnn(channels, classes):
    return NoBlock()
