def observe(consistency_gradients, case, kit):
    first = consistency_gradients(case.x, 0.5 - case.noise, case.w)
    result = consistency_gradients(*case.arguments)
    inputs = {"x": case.x.copy(), "noise": case.noise.copy(), "w": case.w.copy()}
    return {"result": result, "inputs": inputs, "first": first}
