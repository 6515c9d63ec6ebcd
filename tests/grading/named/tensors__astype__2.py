# mistake: Calls torch's x.type, which an NDArray does not have.
# named: torch-name
import numpy as np


def cast(x, name):
    return x.type(getattr(np, name))
