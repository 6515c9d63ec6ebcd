def observe(input_gradient, case, kit):
    again = [array.copy() for array in case.arguments]
    seen = {"result": input_gradient(*case.arguments)}
    with kit.scaled(case.factor.asscalar()):
        seen["autograd"] = input_gradient(*again)
    x, da, db = (array.copy() for array in case.arguments)
    seen["calls"] = [input_gradient(x, da, db), input_gradient(x, db, da)]
    return seen
