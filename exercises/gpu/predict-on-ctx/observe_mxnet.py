def observe(predict_on, case, kit):
    with kit.unmixed() as mixed:
        result = predict_on(*case.arguments)
    return {
        "result": result,
        "context": kit.where(result),
        "homes": [[str(ctx) for ctx in parameter.list_ctx()] for parameter in kit.trained(case.net)],
        "parameters": kit.parameters(case.net),
        "source": case.x,
        "mixed": mixed,
    }
