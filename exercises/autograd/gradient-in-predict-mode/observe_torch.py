def observe(saliency, case, kit):
    result = saliency(*case.arguments)
    return {"result": result, "parameters": kit.parameters(case.net), "statistics": kit.statistics(case.net), "settings": []}
