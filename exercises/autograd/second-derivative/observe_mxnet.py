def observe(second_derivative, case, kit):
    again = case.x.copy()
    seen = {"result": second_derivative(case.f, case.x)}
    with kit.scaled(case.factor.asscalar()):
        seen["autograd"] = second_derivative(case.f, again)
    again = case.x.copy()
    first = second_derivative(case.f, again)
    again += 1
    seen["calls"] = [first, second_derivative(case.f, again)]
    return seen
