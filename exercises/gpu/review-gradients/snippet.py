import mxnet as mx
from mxnet import autograd, gluon, nd

ctxs = [mx.cpu(1), mx.cpu(2)]
w = gluon.Parameter("w", shape=(1,))
w.initialize(mx.init.One(), ctx=ctxs)
trainer = gluon.Trainer([w], "sgd", {"learning_rate": {{r}}})

batch = nd.array([{{a}}, {{b}}, {{c}}])
parts = gluon.utils.split_and_load(batch, ctxs, even_split=False)
with autograd.record():
    losses = [w.data(part.context) * part for part in parts]
for loss in losses:
    loss.backward()
gradients = [g.asscalar().item() for g in w.list_grad()]
trainer.step(len(batch))
result = [*gradients, w.data(mx.cpu(2)).asscalar().item()]
