import random
from collections import deque, namedtuple
from copy import deepcopy

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.distributions import Categorical, Normal

Transition = namedtuple("Transition", ("state", "action", "next_state", "reward"))
device = torch.device("cpu")


class ReplayBuffer:
    def __init__(self, capacity):
        self.memory = deque([], maxlen=capacity)

    def push(self, *args):
        self.memory.append(Transition(*args))

    def sample(self, n):
        return random.sample(self.memory, n)

    def __len__(self):
        return len(self.memory)


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.affine = nn.Linear(4, 16)
        self.action_head, self.value_head = nn.Linear(16, 2), nn.Linear(16, 1)
        self.saved, self.rewards = [], []

    def forward(self, x):
        x = F.relu(self.affine(x))
        return F.softmax(self.action_head(x), dim=-1), self.value_head(x)


class DQN(nn.Module):
    def __init__(self, n_obs, n_act):
        super(DQN, self).__init__()
        self.layer1 = nn.Linear(n_obs, 16)
        self.layer2 = nn.Linear(16, n_act)

    def forward(self, x):
        return self.layer2(torch.relu(self.layer1(x)))


class Agent:
    def __init__(self, lr=1e-3, tau=0.1):
        self.policy = Policy().to(device)
        self.optimizer = optim.Adam(self.policy.parameters(), lr=lr)
        self.q = DQN(4, 2).to(device)
        self.target = deepcopy(self.q)
        self.q_opt = optim.RMSprop(self.q.parameters())
        self.memory = ReplayBuffer(50)
        self.tau = tau
        self.log_std = nn.Parameter(torch.zeros(2))

    def select_action(self, state):
        state = torch.from_numpy(state).float()
        probs, value = self.policy(state)
        m = Categorical(probs)
        action = m.sample()
        self.policy.saved.append((m.log_prob(action), value, m.entropy()))
        return action.item()

    @torch.no_grad()
    def greedy(self, state):
        return self.q(state).max(1)[1].view(1, 1)

    def remember(self, state, action, following, reward):
        self.memory.push(
            torch.tensor(state, dtype=torch.float32).unsqueeze(0), torch.tensor([[action]]),
            None if following is None else torch.tensor(following, dtype=torch.float32).unsqueeze(0), torch.tensor([reward]),
        )

    def finish_episode(self, gamma=0.9):
        R, returns, policy_losses, value_losses = 0, [], [], []
        for r in self.policy.rewards[::-1]:
            R = r + gamma * R
            returns.insert(0, R)
        returns = torch.tensor(returns)
        returns = (returns - returns.mean()) / (returns.std() + np.finfo(np.float32).eps.item())
        for (log_prob, value, _), R in zip(self.policy.saved, returns):
            advantage = R - value.item()
            policy_losses.append(-log_prob * advantage)
            value_losses.append(F.smooth_l1_loss(value, torch.tensor([R])))
        self.optimizer.zero_grad()
        loss = torch.stack(policy_losses).sum() + torch.stack(value_losses).sum()
        loss.backward()
        self.optimizer.step()
        del self.policy.rewards[:]
        del self.policy.saved[:]
        return loss.item()

    def learn(self, n=4, gamma=0.9):
        if len(self.memory) < n:
            return None
        batch = Transition(*zip(*self.memory.sample(n)))
        mask = torch.tensor(tuple(map(lambda s: s is not None, batch.next_state)), dtype=torch.bool)
        following = torch.cat([s for s in batch.next_state if s is not None])
        states, actions, rewards = torch.cat(batch.state), torch.cat(batch.action), torch.cat(batch.reward)
        chosen = self.q(states).gather(1, actions)
        values = torch.zeros(n)
        with torch.no_grad():
            values[mask] = self.target(following).max(1).values
        loss = nn.SmoothL1Loss()(chosen, (values * gamma + rewards).unsqueeze(1))
        self.q_opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_value_(self.q.parameters(), 100)
        self.q_opt.step()
        target_state, q_state = self.target.state_dict(), self.q.state_dict()
        for key in q_state:
            target_state[key] = q_state[key] * self.tau + target_state[key] * (1 - self.tau)
        self.target.load_state_dict(target_state)
        for target_param, param in zip(self.target.parameters(), self.q.parameters()):
            target_param.data.copy_(self.tau * param.data + (1 - self.tau) * target_param.data)
        return loss

    def continuous(self, mean):
        dist = Normal(mean, self.log_std.exp())
        action = dist.rsample().clamp(-1, 1)
        return action, dist.log_prob(action).sum(axis=-1)
