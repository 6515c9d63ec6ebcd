def observe(input_gradient, case, kit):
    result = input_gradient(*case.arguments)
    calls = [result, input_gradient(case.x, case.db, case.da)]
    return {"result": result, "autograd": case.factor * result, "calls": calls}
