import mxnet as mx
from mxnet import autograd, gluon

w = gluon.Parameter("w", shape=(1,))
w.initialize(mx.init.One())
trainer = gluon.Trainer([w], "sgd", {"learning_rate": 1.0})
for x in ({{u}}, {{v}}):
    with autograd.record():
        y = w.data() * x
    y.backward()
trainer.step({{batch}})
result = w.data().asnumpy().tolist()
