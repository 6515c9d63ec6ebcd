def to_numpy(x):
    return x.cpu().numpy()
