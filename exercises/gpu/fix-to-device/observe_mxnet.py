def observe(predict_on, case, kit):
    weights = [array.copy() for array in kit.parameters(case.net)]
    with kit.unmixed() as mixed:
        result = predict_on(*case.arguments)
    trained = kit.trained(case.net)
    return {
        "result": result,
        "weights": [float(abs(p.list_data()[0].asnumpy() - old.asnumpy()).max()) for p, old in zip(trained, weights)],
        "places": [[str(place) for place in p.list_ctx()] for p in case.net.collect_params().values()],
        "mixed": mixed,
        "context": kit.where(result),
    }
