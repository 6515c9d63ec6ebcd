import mxnet as mx
from mxnet import autograd, gluon

w = gluon.Parameter("w", shape=(1,))
w.initialize(mx.init.Zero())
trainer = gluon.Trainer([w], "sgd", {"learning_rate": {{r}}, "momentum": 0.5})
result, before = [], 0
for rate in ({{r}}, {{r}}, {{q}}):
    trainer.set_learning_rate(rate)
    with autograd.record():
        loss = w.data() * 1
    loss.backward()
    trainer.step(1)
    after = w.data().asscalar().item()
    result.append(before - after)
    before = after
