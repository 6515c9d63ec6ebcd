def observe(fit, case, kit):
    result = fit(*case.arguments)
    scaled = fit(case.w, case.x, case.y, case.lr * float(case.factor), case.size, case.steps)
    inputs = {"w": case.w, "x": case.x, "y": case.y}
    return {"result": result, "inputs": inputs, "alias": result, "autograd": scaled}
