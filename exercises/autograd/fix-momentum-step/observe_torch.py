def observe(fit, case, kit):
    result = fit(*case.arguments)
    scaled = fit(case.x, case.y, case.w, case.lr * float(case.factor), case.momentum, case.steps)
    return {"result": result, "inputs": {"x": case.x, "y": case.y, "w": case.w}, "autograd": scaled}
