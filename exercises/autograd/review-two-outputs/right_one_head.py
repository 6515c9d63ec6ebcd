from mxnet import autograd, np, npx


def input_gradient(x, da, db):
    x, da, db = (array.as_np_ndarray() for array in (x, da, db))
    x.attach_grad()
    with autograd.record():
        a = x * np.sin(x)
        with autograd.pause():
            head = da + npx.sigmoid(x) * db
    a.backward(head)
    return x.grad
