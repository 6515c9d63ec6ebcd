from mxnet import nd, np, npx
from mxnet.gluon import nn

x = np.array([-1.0, 2.0])


def raises(call):
    try:
        call()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


assert abs(npx.leaky_relu(x, slope=0.1).asnumpy() - [-0.1, 2.0]).max() < 1e-6, "the right option"
assert "no attribute 'leaky_relu'" in raises(lambda: np.leaky_relu(x, 0.1))
assert "can only accept legacy" in raises(lambda: nd.LeakyReLU(x, slope=0.1)), "nd refuses np arrays"
assert raises(lambda: nn.LeakyReLU(x, 0.1)), "a layer takes no array when it is created"
assert abs(nn.LeakyReLU(0.1)(nd.array([-1.0, 2.0])).asnumpy() - [-0.1, 2.0]).max() < 1e-6
legacy = nd.LeakyReLU(nd.array([-1.0, 2.0]), act_type="leaky", slope=0.1)
assert abs(legacy.asnumpy() - [-0.1, 2.0]).max() < 1e-6, "explain: the form for NDArrays"
