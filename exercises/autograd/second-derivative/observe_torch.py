def observe(second_derivative, case, kit):
    result = second_derivative(case.f, case.x)
    calls = [result, second_derivative(case.f, case.x + 1)]
    return {"result": result, "autograd": case.factor**2 * result, "calls": calls}
