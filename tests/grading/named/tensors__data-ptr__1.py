# mistake: Calls torch's data_ptr(), which an NDArray does not have.
# named: torch-name
def same_memory(a, b):
    return a.data_ptr() == b.data_ptr()
