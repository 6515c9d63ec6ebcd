# mistake: Computes y outside of autograd.record(), so nothing is recorded and backward fails.
# named: no-record
def input_gradient(x):
    x = x.copy()
    x.attach_grad()
    y = (x**3 + 2 * x).sum()
    y.backward()
    return x.grad
