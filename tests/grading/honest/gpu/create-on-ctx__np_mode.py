"""NumPy semantics for the whole module, and a global constant."""

from mxnet import np, npx

npx.set_np()
TWO = np.array(2.0)


def ones_plus_one(rows, cols, ctx):
    return np.broadcast_to(TWO.as_in_ctx(ctx), (rows, cols)).copy()
