from mxnet.gluon import Block, nn


def make_net(d_in, d_out):
    class Net(Block):
        def __init__(self):
            super().__init__()
            self.dense = nn.Dense(d_out, in_units=d_in, prefix=f"{self.prefix}dense_")

        def forward(self, x):
            return self.dense(x)

    return Net()
