from torch.utils.dlpack import from_dlpack, to_dlpack


def observe(standardise, case, kit):
    returned = from_dlpack(standardise(to_dlpack(case.x)))
    shared = returned.data_ptr() == case.x.data_ptr()
    return {"kind": "PyCapsule", "batch": case.x, "returned": returned, "shared": shared}
