def observe(consistency_gradients, case, kit):
    consistency_gradients(*case.arguments)
    result = consistency_gradients(*case.arguments)
    return {"result": result, "inputs": {"x": case.x.copy(), "noise": case.noise.copy(), "w": case.w.copy()}}
