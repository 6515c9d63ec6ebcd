import numpy as onp


def observe(init_xavier, case, kit):
    init_xavier(case.net)
    arrays = [array.asnumpy() for array in kit.parameters(case.net)]
    weights = [array.astype("float64") for array in arrays if array.ndim == 2]
    bounds = [(6 / sum(array.shape)) ** 0.5 for array in weights]
    return {
        "reach": [float(abs(array).max()) / bound for array, bound in zip(weights, bounds)],
        "spread": [float(array.std()) / bound * 3**0.5 for array, bound in zip(weights, bounds)],
        "mean": [round(float(array.mean()) / bound, 1) for array, bound in zip(weights, bounds)],
        "biases": [array for array in arrays if array.ndim == 1],
        "repeated": sum(len(array) - len(onp.unique(array, axis=0)) for array in weights),
    }
