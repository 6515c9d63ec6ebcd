import torch


def load_cifar(root10, root100):
    def read(path, head):
        with open(path, "rb") as f:
            raw = torch.frombuffer(bytearray(f.read()), dtype=torch.uint8).reshape(-1, head + 3072)
        return raw[:, head:].reshape(-1, 3, 32, 32).permute(0, 2, 3, 1), raw[:, head - 1].int()

    parts = [read(f"{root10}/data_batch_{i}.bin", 1) for i in range(1, 6)]
    ten = torch.utils.data.TensorDataset(*(torch.cat(p) for p in zip(*parts)))
    return ten, torch.utils.data.TensorDataset(*read(f"{root100}/train.bin", 2))
