"""The scale is recorded.

Both numbers are in the graph, so the quotient is 1 and its gradient is 0 except for rounding: compute `scale` inside `with autograd.pause():`.
`predict_mode()` does not stop the recording, and a second name for `y` is still the recorded array.
"""

from mxnet import autograd


def normalised_gradient(x):
    x.attach_grad()
    with autograd.record():
        y = (x * x).sum()
        with autograd.predict_mode():
            scale = (x * x).sum()
        loss = y / scale
    loss.backward()
    return x.grad
