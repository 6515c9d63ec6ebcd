from mxnet import autograd, np, npx


def input_gradient(x, da, db):
    x, da, db = (array.as_np_ndarray() for array in (x, da, db))
    head = da + npx.sigmoid(x) * db
    x.attach_grad()
    with autograd.record():
        a = x * np.sin(x)
    a.backward(head)
    return x.grad
