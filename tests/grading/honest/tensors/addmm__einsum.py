"""Einstein's notation in NumPy semantics, with type annotations."""

from __future__ import annotations

from mxnet import np
from mxnet.ndarray import NDArray


def addmm(m: NDArray, mat1: NDArray, mat2: NDArray) -> NDArray:
    left, right = mat1.as_np_ndarray(), mat2.as_np_ndarray()
    return (m.as_np_ndarray() + np.einsum("ik,kj->ij", left, right)).as_nd_ndarray()
