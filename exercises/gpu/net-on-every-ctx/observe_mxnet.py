import numpy
from mxnet.ndarray import NDArray

asnumpy, as_in_context = NDArray.asnumpy, NDArray.as_in_context


def observe(init_on, case, kit):
    net = case.net[0] if len(case.net) == 1 else case.net  # a layer alone has no children
    init_on(net, case.ctxs)
    parameters = list(net.collect_params().values())
    contexts = [homes(parameter) for parameter in parameters]
    if any(home != case.places for home in contexts):
        return {"context": contexts}
    copies = [[asnumpy(array) for array in parameter.list_data()] for parameter in parameters]
    seen = {
        "context": contexts,
        "weights": numpy.concatenate([first.reshape(-1) for first, *_ in copies if first.ndim == 2]),
        "copies": [numpy.concatenate([array.reshape(-1) for array in device]) for device in zip(*copies)],
    }
    seen["running"] = [statistic.copy() for statistic in kit.statistics(net)]
    kit.load(net, kit.parameters(case.weights))
    inputs = [kit.fitting(as_in_context(case.x, ctx)) for ctx in case.ctxs]
    outputs = [net(x) for x in inputs]
    seen |= {"outputs": outputs, "places": [kit.where(output) for output in outputs]}
    return {**seen, **kit.study(net, inputs[0], head=kit.fitting(as_in_context(case.head, case.ctxs[0])))}


def homes(parameter):
    try:
        return [str(ctx) for ctx in parameter.list_ctx()]
    except RuntimeError:  # what MXNet raises for a parameter that was never initialised
        return ["not initialised"]
