import mxnet as mx
from mxnet import autograd, gluon

w = gluon.Parameter("w", shape=(1,))
w.initialize(mx.init.One())
trainer = gluon.Trainer([w], "sgd", {"learning_rate": 1.0})
for x in (2.0, 3.0):
    with autograd.record():
        y = w.data() * x
    y.backward()
trainer.step(2)
result = w.data().asnumpy().tolist()
