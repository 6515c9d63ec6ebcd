def save_net(net, path):
    net.save_parameters(path)
