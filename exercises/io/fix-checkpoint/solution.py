def hand_over(net, twin, path):
    net.save_parameters(path)
    twin.load_parameters(path)
