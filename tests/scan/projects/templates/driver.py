import flows
import torch
from torch import nn
from torch.distributions import Normal

x = torch.randn(4, 3)
flows.Affine()(x)
numbered = flows.Numbered(2)
watched = flows.Watched(numbered)
numbered(torch.randn(2, 1, 5))
watched.close()
numbered.load_state_dict(numbered.state_dict())
flows.flat(x), flows.flat([1.0])
flows.checked([1.0], x)
flows.kept([x[:, :3], x[0], None])
flows.near([1.0])
flows.passed()
joint = flows.Joint(Normal(0.0, 1.0), Normal(1.0, 2.0))
joint.expand(torch.Size([3, 2])).log_prob(torch.zeros(3, 2))
flows.Active()(x)
flows.Active(nn.ReLU())(x)
