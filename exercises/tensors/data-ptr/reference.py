def same_memory(a, b):
    return a.data_ptr() == b.data_ptr()
