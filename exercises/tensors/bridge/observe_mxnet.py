from mxnet import nd, np


def observe(standardise, case, kit):
    capsule = standardise(case.x.to_dlpack_for_write())
    kind = type(capsule).__name__
    if kind != "PyCapsule":
        return {"kind": kind}
    returned = nd.from_dlpack(capsule)
    shared = bool(np.shares_memory(returned.as_np_ndarray(), case.x.as_np_ndarray()))
    return {"kind": kind, "batch": case.x, "returned": returned.copy(), "shared": shared}
