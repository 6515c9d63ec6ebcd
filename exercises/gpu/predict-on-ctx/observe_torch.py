def observe(predict_on, case, kit):
    result = predict_on(*case.arguments)
    parameters = kit.parameters(case.net)
    return {
        "result": result,
        "context": case.place,
        "homes": [[case.place] for _ in parameters],
        "parameters": parameters,
        "source": case.x,
        "mixed": [],
    }
