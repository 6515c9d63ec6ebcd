def hand_over(net, twin, path):
    net.save_parameters(path, deduplicate=True)
    twin.load_parameters(path, ctx=twin[0].weight.list_ctx())
