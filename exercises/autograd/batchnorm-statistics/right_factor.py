def torch_running_var(bn, batches, n):
    factor = n / (n - 1)
    return bn.running_var.list_data()[0] * factor - 0.9**batches / (n - 1)
