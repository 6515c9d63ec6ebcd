import numpy
from mxnet import autograd, np
from mxnet.base import MXNetError
from mxnet.ndarray import NDArray

asnumpy, attach_grad, backward, record = NDArray.asnumpy, NDArray.attach_grad, NDArray.backward, autograd.record
is_recording, is_training = autograd.is_recording, autograd.is_training
ARRAYS = (NDArray, np.ndarray)
CALLS = 8
"""Independent elements drop out in varying numbers; eight equal ones would be a chance of one in 10 ** 13."""
ROWS = 64
"""An array of 4096 elements is looked at as a square."""


def observe(dropout_pair, case, kit):
    x, p = asnumpy(case.x), case.p
    pairs = [dropout_pair(case.x.copy(), p) for _ in range(CALLS)]
    variable = case.x.copy()
    attach_grad(variable)
    with record():
        pairs.append(dropout_pair(case.x.copy(), p))
        scope = f"recording: {is_recording()}, training: {is_training()}"
    with record(train_mode=False):
        pairs.append(dropout_pair(variable, p))
    kinds = [kind_of(pair) for pair in pairs]
    if len(set(kinds)) > 1 or not kinds[0].startswith("a pair of float32"):
        return {"kind": kinds[-1]}
    (first, predicted), *others, (_, inside), (again, _) = (tuple(map(asnumpy, pair)) for pair in pairs)
    if first.shape != x.shape:
        return {"kind": kinds[0]}
    gradient = gradient_of(pairs[-1], variable)
    return {
        "kind": kinds[0],
        "inside": inside,
        "scope": scope,
        "mode": predicted,
        "gradient": gradient - again / x,
        "share": share_of_zeros((first, again), p),
        "kept": numpy.where(first == 0, x / numpy.float32(1 - p), first),
        "independent": p == 0
        or independent((first == 0).reshape(ROWS, -1), (again == 0).reshape(ROWS, -1), p)
        and len({int((array == 0).sum()) for array in (first, again, *(pair[0] for pair in others))}) > 1,
        "fresh": len({(array == 0).tobytes() for array in (first, again, *(pair[0] for pair in others))}) == CALLS + 1,
    }


def kind_of(pair):
    if not isinstance(pair, (tuple, list)):
        return f"{type(pair).__name__}, not a pair"
    if len(pair) != 2 or not all(type(item) in ARRAYS for item in pair):
        return f"a {type(pair).__name__} of {', '.join(name_of(item) for item in pair)}"
    dtypes = " and ".join(sorted({numpy.dtype(item.dtype).name for item in pair}))
    shapes = " and ".join(sorted({str(item.shape) for item in pair}))
    return f"a pair of {dtypes} arrays of shape {shapes}"


def name_of(item):
    return f"{type(item).__module__.partition('.')[0]}.{type(item).__name__}"


def gradient_of(pair, variable):
    """Return the gradient of the first array plus twice the second one; zeros if it cannot be computed."""
    try:
        with record():
            first, second = (array.as_nd_ndarray() for array in pair)
            total = first + 2 * second
        backward(total)
    except MXNetError:  # an array that was made outside of the recording
        return numpy.zeros(variable.shape, "float32")
    return asnumpy(variable.grad)


def share_of_zeros(masked, p):
    """Return the share of zeros, and p itself where it lies within 5.5 standard deviations."""
    share = float(numpy.mean([array == 0 for array in masked]))
    deviation = (p * (1 - p) / sum(array.size for array in masked)) ** 0.5
    return p if abs(share - p) <= 5.5 * deviation else share


def independent(first, again, p):
    """Tell whether the elements of two masks look like independent draws of probability p."""
    one, two = ((mask - p) / (p * (1 - p)) ** 0.5 for mask in (first, again))
    pairs = [(one, two)]
    for mask in (one, two):
        pairs += [(mask[lag:], mask[:-lag]) for lag in range(1, ROWS - 8)] + [(mask[:, 1:], mask[:, :-1])]
    correlated = any(abs(float((a * b).mean())) > 7 / a.size**0.5 for a, b in pairs)
    spreads = [float((mask.sum(axis) ** 2).mean()) / ROWS for mask in (one, two) for axis in (0, 1)]
    return not correlated and all(0.15 < spread < 2.7 for spread in spreads)
