def log_gradients(net, writer, step):
    for name, param in net.named_parameters():
        writer.add_histogram(name, param.grad.cpu().numpy(), step)
