from mxnet import autograd, np, npx

npx.set_np()


def gradient_penalty(x, w, v):
    x, w, v = (a.as_np_ndarray() for a in (x, w, v))
    x.attach_grad()
    with autograd.record():
        scores = np.dot(np.tanh(np.dot(x, w)), v)
    scores.backward()
    return ((np.sqrt(np.square(x.grad.T).sum(axis=0)) - 1) ** 2).mean()
