def observe(consistency_gradients, case, kit):
    result = consistency_gradients(*case.arguments)
    return {"result": result, "inputs": {"x": case.x, "noise": case.noise, "w": case.w}}
