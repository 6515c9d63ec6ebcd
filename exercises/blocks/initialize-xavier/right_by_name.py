def init_xavier(net):
    net.initialize("xavier")
