NO_LIMIT = 1.0e6
"""A limit above all norms: then the result is proportional to the head gradients."""


def observe(clipped_gradient, case, kit):
    w, x, y = case.w.copy(), case.x.copy(), case.y.copy()
    seen = {"result": clipped_gradient(*case.arguments)}
    with kit.scaled(case.factor.asscalar()):
        seen["autograd"] = clipped_gradient(w, x, y, NO_LIMIT)
    return seen
