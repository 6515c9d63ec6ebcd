# mistake: Sets magnitude=6 as in the formula, but Xavier's default averages in and out, so the limit is sqrt(2) too wide.
# named: magnitude
import mxnet as mx


def init_xavier(net):
    net.initialize(mx.init.Xavier(magnitude=6))
