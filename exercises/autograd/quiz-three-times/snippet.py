from mxnet import autograd, nd

x = nd.array([{{a}}, {{b}}, {{c}}])
x.attach_grad()
for _ in range(3):
    with autograd.record():
        y = x * x
    y.backward()
result = x.grad.asnumpy().tolist()
