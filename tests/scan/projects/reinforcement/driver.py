import random

import numpy as np
import torch
from agent import Agent

random.seed(0)
np.random.seed(0)
agent = Agent()
for step in range(6):
    state = np.random.randn(4)
    action = agent.select_action(state)
    agent.policy.rewards.append(1.0)
    agent.remember(state, action, None if step == 5 else np.random.randn(4), 1.0)
agent.finish_episode()
agent.learn()
agent.greedy(torch.randn(1, 4))
agent.continuous(torch.zeros(2))
