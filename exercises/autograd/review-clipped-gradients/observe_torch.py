NO_LIMIT = 1.0e6
"""A limit above all norms: then the result is proportional to the head gradients."""


def observe(clipped_gradient, case, kit):
    result = clipped_gradient(*case.arguments)
    return {"result": result, "autograd": case.factor * clipped_gradient(case.w, case.x, case.y, NO_LIMIT)}
