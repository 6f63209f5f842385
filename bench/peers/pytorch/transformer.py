"""The decoder of bench/model/transformer in PyTorch: pre-norm, attention written out, tied head."""
import math

import torch

LAYERS, WIDTH, HEADS, LENGTH, LETTERS = 4, 64, 4, 32, 65


class Attention(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.query = torch.nn.Linear(WIDTH, 3 * WIDTH)
        self.join = torch.nn.Linear(WIDTH, WIDTH)
        self.register_buffer("later", torch.ones(LENGTH, LENGTH, dtype=torch.bool).triu(1))

    def forward(self, x):
        batch = x.shape[0]
        q, k, v = (part.view(batch, LENGTH, HEADS, -1).transpose(1, 2) for part in self.query(x).split(WIDTH, dim=2))
        scores = (q @ k.transpose(2, 3)) * (1 / math.sqrt(WIDTH / HEADS))
        weights = torch.softmax(scores.masked_fill(self.later, -math.inf), dim=-1)
        return self.join((weights @ v).transpose(1, 2).reshape(batch, LENGTH, WIDTH))


class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = torch.nn.LayerNorm(WIDTH), torch.nn.LayerNorm(WIDTH)
        self.attention = Attention()
        self.perceptron = torch.nn.Sequential(
            torch.nn.Linear(WIDTH, 4 * WIDTH), torch.nn.GELU(approximate="tanh"), torch.nn.Linear(4 * WIDTH, WIDTH))

    def forward(self, x):
        x = x + self.attention(self.first(x))
        return x + self.perceptron(self.second(x))


class Decoder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.letters, self.positions = torch.nn.Embedding(LETTERS, WIDTH), torch.nn.Embedding(LENGTH, WIDTH)
        self.blocks = torch.nn.Sequential(*(Block() for _ in range(LAYERS)))
        self.last = torch.nn.LayerNorm(WIDTH)
        for p in self.parameters():
            if p.dim() == 2:
                torch.nn.init.normal_(p, std=0.02)

    def forward(self, x):
        h = self.letters(x) + self.positions.weight
        return torch.nn.functional.linear(self.last(self.blocks(h)), self.letters.weight)


def loss(logits, y):
    return torch.nn.functional.cross_entropy(logits.view(-1, LETTERS), y.view(-1))
