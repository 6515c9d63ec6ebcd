import mxnet as mx
from mxnet import autograd, gluon, nd

w = gluon.Parameter("w", shape=(1,))
w.initialize(mx.init.Zero())
w.grad_req = "add"
w.zero_grad()
trainer = gluon.Trainer([w], "sgd", {"learning_rate": 1})
data = nd.array([{{p}}, {{q}}])
result = []
for _ in range(2):
    with autograd.record():
        loss = w.data() * data + w.data().detach() * 100
    loss.backward()
    trainer.step(2)
    result.append(w.data().asscalar().item())
