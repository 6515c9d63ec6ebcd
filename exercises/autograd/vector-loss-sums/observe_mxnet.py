def observe(mean_square_grad, case, kit):
    again = [array.copy() for array in case.arguments]
    seen = {"result": mean_square_grad(*case.arguments)}
    with kit.scaled(case.factor.asscalar()):
        seen["autograd"] = mean_square_grad(*again)
    return seen
