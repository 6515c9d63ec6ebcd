"""The axes are flattened before the layer, and a reshape cannot bring them back.

`Dense` flattens all axes after the first one, so it returns one row per sequence: pass `flatten=False` and leave the reshape out.
"""

from mxnet.gluon import nn
class Head(nn.Block):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.fc = nn.Dense(units)
    def forward(self, x):
        n, t = x.shape[:2]
        return self.fc(x).reshape((n, t, -1))
def make_token_head(units):
    return Head(units)
