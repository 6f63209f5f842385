"""PyTorch as a peer: reads names of workloads, a line each, and answers each with the mean nanoseconds of one run, or with "-"."""
import os
import sys
import time

import torch

import transformer

THREADS = int(os.environ.get("OMP_NUM_THREADS", "1"))
# One thread is measured by the time that the process had a processor, which neighbours hardly change; more by the time that passed.
clock = time.process_time_ns if THREADS == 1 else time.perf_counter_ns

torch.manual_seed(1)
torch.set_num_threads(THREADS)
torch.set_num_interop_threads(1)
torch.set_flush_denormal(True)
functional = torch.nn.functional
aten = torch.ops.aten


def mlp(widths, activation):
    layers = []
    for a, b in zip(widths, widths[1:]):
        layers += [torch.nn.Linear(a, b), activation()]
    return torch.nn.Sequential(*layers[:-1])


class Makemore(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.table = torch.nn.Embedding(27, 10)
        self.net = mlp([30, 200, 27], torch.nn.Tanh)

    def forward(self, x):
        return self.net(self.table(x).view(-1, 30))


def moons():
    return mlp([2, 16, 16, 1], torch.nn.Tanh)


def mnist():
    return mlp([784, 256, 128, 10], torch.nn.ReLU)


def moons_loss(scores, y):
    return functional.softplus(-y * scores).mean()


def uniform(*shape):
    return torch.rand(*shape) * 2 - 1


def classes(of, *shape):
    return torch.randint(of, shape)


def sgd(parameters):
    return torch.optim.SGD(parameters, lr=0.01)


def adam(parameters):
    return torch.optim.Adam(parameters, lr=0.001, foreach=True)  # faster here than the loop over parameters that is the default


def adamw(parameters):
    return torch.optim.AdamW(parameters, lr=0.001, foreach=True)


def step(model, optimizer, loss, x, y):
    optimizer = optimizer(model.parameters())

    def run():
        optimizer.zero_grad(set_to_none=True)
        loss(model(x), y).backward()
        optimizer.step()

    return run


def infer(model, x):
    def run():
        with torch.inference_mode():
            model(x)

    return run


def forward(function, *outs):
    """A function of a matrix into tensors that are there already."""
    x = uniform(1024, 1024) * 4

    def run():
        with torch.inference_mode():
            function(x, *outs)

    return run


def gradients(function, *parameters):
    """A function of a matrix and its gradients for a given gradient of the result."""
    x, g = (uniform(1024, 1024) * 4).requires_grad_(), uniform(1024, 1024)
    return lambda: torch.autograd.grad(function(x), (x, *parameters), g)


def mapped(function):
    x = uniform(2 << 20) * 4
    y = torch.empty_like(x)
    return lambda: function(x, out=y)


def layer_norm():
    scale, shift, y, mean, rstd = torch.ones(1024), torch.zeros(1024), torch.empty(1024, 1024), torch.empty(1024, 1), torch.empty(1024, 1)
    return forward(lambda x: aten.native_layer_norm.out(x, [1024], scale, shift, 1e-5, out0=y, out1=mean, out2=rstd))


def layer_norm_gradients():
    scale, shift = torch.ones(1024, requires_grad=True), torch.zeros(1024, requires_grad=True)
    return gradients(lambda x: functional.layer_norm(x, [1024], scale, shift), scale, shift)


WORKLOADS = {
    "Map/f32/exp/2M": lambda: mapped(torch.exp),
    "Map/f32/tanh/2M": lambda: mapped(torch.tanh),
    "Map/f32-fast/exp/2M": lambda: mapped(torch.exp),
    "Map/f32-fast/tanh/2M": lambda: mapped(torch.tanh),
    "Row/f32/sum/1024x1024": lambda: forward(lambda x, y: torch.sum(x, 1, out=y), torch.empty(1024)),
    "Row/f32/softmax/1024x1024": lambda: forward(lambda x, y: aten._softmax.out(x, 1, False, out=y), torch.empty(1024, 1024)),
    "Row/f32-fast/softmax/1024x1024": lambda: forward(lambda x, y: aten._softmax.out(x, 1, False, out=y), torch.empty(1024, 1024)),
    "Row/f32/softmax-grad/1024x1024": lambda: gradients(lambda x: torch.softmax(x, 1)),
    "Row/f32/layernorm/1024x1024": layer_norm,
    "Row/f32/layernorm-grad/1024x1024": layer_norm_gradients,
    "Row/f32/gelu-erf/1024x1024": lambda: forward(lambda x, y: aten.gelu.out(x, out=y), torch.empty(1024, 1024)),
    "Row/f32/gelu-erf-grad/1024x1024": lambda: gradients(functional.gelu),
    "Step/moons": lambda: step(moons(), sgd, moons_loss, uniform(200, 2), torch.sign(uniform(200, 1))),
    "Step/makemore": lambda: step(Makemore(), sgd, functional.cross_entropy, classes(27, 32, 3), classes(27, 32)),
    "Step/mnist": lambda: step(mnist(), sgd, functional.cross_entropy, uniform(64, 784), classes(10, 64)),
    "Step/mnist-adam": lambda: step(mnist(), adam, functional.cross_entropy, uniform(64, 784), classes(10, 64)),
    "Step/transformer": lambda: step(transformer.Decoder(), sgd, transformer.loss, classes(65, 32, 32), classes(65, 32, 32)),
    "Step/transformer-adamw": lambda: step(transformer.Decoder(), adamw, transformer.loss, classes(65, 32, 32), classes(65, 32, 32)),
    "Infer/moons/1": lambda: infer(moons(), uniform(1, 2)),
    "Infer/moons/200": lambda: infer(moons(), uniform(200, 2)),
    "Infer/makemore/1": lambda: infer(Makemore(), classes(27, 1, 3)),
    "Infer/makemore/32": lambda: infer(Makemore(), classes(27, 32, 3)),
    "Infer/mnist/1": lambda: infer(mnist(), uniform(1, 784)),
    "Infer/mnist/64": lambda: infer(mnist(), uniform(64, 784)),
    "Infer/transformer/1": lambda: infer(transformer.Decoder(), classes(65, 1, 32)),
    "Infer/transformer/32": lambda: infer(transformer.Decoder(), classes(65, 32, 32)),
}


def repeat(run, span):
    """The mean nanoseconds of runs that fill so many seconds."""
    began = now = clock()
    batch, runs = 1, 0
    while now - began < span * 1e9:
        before = now
        for _ in range(batch):
            run()
        runs += batch
        now = clock()
        if now - before < 1e6:
            batch *= 2
    return (now - began) / runs


def main():
    span = float(sys.argv[1]) if len(sys.argv) > 1 else 0.2
    capability = next((line.split(":")[1].strip() for line in torch.__config__.show().splitlines() if "CPU capability" in line), "unknown")
    print(f"PyTorch {torch.__version__} ({capability} kernels)", flush=True)
    made = {}
    for name in map(str.strip, sys.stdin):
        if name not in WORKLOADS:
            print(name, "-", flush=True)
            continue
        run = made.get(name) or made.setdefault(name, WORKLOADS[name]())
        for _ in range(2):
            run()
        repeat(run, span / 10)
        print(name, f"{repeat(run, span):.1f}", flush=True)


main()
