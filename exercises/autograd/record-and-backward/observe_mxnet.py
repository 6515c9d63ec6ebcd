def observe(input_gradient, case, kit):
    again = case.x.copy()
    seen = {"result": input_gradient(case.x), "inputs": case.x.copy()}
    with kit.scaled(case.factor.asscalar()):
        seen["autograd"] = input_gradient(again)
    again = case.x.copy()
    first = input_gradient(again)
    again += 1
    seen["calls"] = [first, input_gradient(again)]
    return seen
