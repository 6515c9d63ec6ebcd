# mistake: Logs the weights, p.data(), instead of the gradients.
# named: weights
def log_gradients(net, writer, step):
    for name, p in net.collect_params().items():
        if p.grad_req != "null":
            writer.add_histogram(name, p.data().asnumpy(), global_step=step)
