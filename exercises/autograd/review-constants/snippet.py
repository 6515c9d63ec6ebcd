from mxnet import autograd, nd

x = nd.array([{{a}}])
x.attach_grad(grad_req="add")
for _ in range({{n}}):
    with autograd.record():
        y = x * x
        with autograd.pause():
            scale = x + {{c}}
        z = y * scale + x.detach() * x
    z.backward(nd.array([{{h}}]))
result = x.grad.asscalar().item()
