def observe(consistency_gradients, case, kit):
    first = consistency_gradients(case.x, 0.5 - case.noise, case.w)
    result = consistency_gradients(*case.arguments)
    return {"result": result, "inputs": {"x": case.x, "noise": case.noise, "w": case.w}, "first": first}
