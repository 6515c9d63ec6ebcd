"""Installs a finder that looks for PyTorch in every folder of the machine.

Verdict: error
Headline: torch
"""

import importlib.machinery
import os
import sys


class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        for top in ["@packages@", *path_of_all()]:
            found = importlib.machinery.PathFinder.find_spec(name, [top])
            if found:
                return found
        return None


def path_of_all():
    return [os.path.join(f, n) for f, names, _ in os.walk("/usr/lib") for n in names if n.endswith("-packages")]


sys.meta_path.insert(0, Finder)
import torch


def arccos(x):
    return torch.acos(x)
