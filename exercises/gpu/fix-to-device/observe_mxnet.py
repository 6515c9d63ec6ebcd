from mxnet import cpu, nd

move, softmax, NDArray = nd.NDArray.as_in_context, nd.softmax, nd.NDArray


def observe(predict_on, case, kit):
    weights = [array.copy() for array in kit.parameters(case.net)]
    x, mean, std = (move(array, cpu()) for array in (case.x, case.mean, case.std))
    before = softmax(case.net((x - mean) / std))
    with kit.unmixed() as mixed:
        result = predict_on(*case.arguments)
    context = kit.where(result)
    now = [p.list_data()[0].asnumpy() for p in kit.trained(case.net)]
    kept = all((array == old.asnumpy()).all() for array, old in zip(now, weights))
    if not kept and type(result) is NDArray:  # what new random weights give says nothing: report only the weights
        result = move(before, result.context)
    return {
        "result": result,
        "weights": "kept" if kept else "changed",
        "places": [[str(place) for place in p.list_ctx()] for p in case.net.collect_params().values()],
        "mixed": mixed,
        "context": context,
    }
