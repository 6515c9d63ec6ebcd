def torch_running_var(bn, batches, n):
    from_batches = bn.running_var.data().as_np_ndarray()
    start = 1
    for _ in range(batches):
        start *= 0.9
    from_batches = from_batches - start
    return from_batches / (n - 1) * n + start
