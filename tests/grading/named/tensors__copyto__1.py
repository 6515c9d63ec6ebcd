# mistake: Calls torch's dst.copy_, which an NDArray does not have.
# named: torch-name
def copy_into(dst, src):
    dst.copy_(src)
    return dst
