def observe(input_gradient, case, kit):
    result = input_gradient(case.x)
    calls = [result, input_gradient(case.x + 1)]
    return {"result": result, "inputs": case.x, "autograd": case.factor * result, "calls": calls}
