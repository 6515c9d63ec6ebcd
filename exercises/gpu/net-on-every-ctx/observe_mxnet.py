import numpy
from mxnet.ndarray import NDArray

asnumpy, as_in_context = NDArray.asnumpy, NDArray.as_in_context


def observe(init_on, case, kit):
    init_on(*case.arguments)
    parameters = kit.trained(case.net)
    contexts = [homes(parameter) for parameter in parameters]
    if any(home != case.places for home in contexts):
        return {"context": contexts}
    copies = [[asnumpy(array) for array in parameter.list_data()] for parameter in parameters]
    outputs = [case.net(kit.fitting(as_in_context(case.x, ctx))) for ctx in case.ctxs]
    return {
        "context": contexts,
        "weights": [len(numpy.unique(first)) for first, *_ in copies if first.ndim == 2],
        "copies": [max(float(abs(array - first).max()) for array in (first, *rest)) for first, *rest in copies],
        "outputs": [asnumpy(output) - asnumpy(outputs[0]) for output in outputs],
        "places": [kit.where(output) for output in outputs],
    }


def homes(parameter):
    try:
        return [str(ctx) for ctx in parameter.list_ctx()]
    except RuntimeError:  # what MXNet raises for a parameter that was never initialised
        return ["not initialised"]
