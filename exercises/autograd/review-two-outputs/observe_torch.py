def observe(input_gradient, case, kit):
    result = input_gradient(*case.arguments)
    return {"result": result, "autograd": case.factor * result}
