"""Teaches the site reader: `python -m training.learn OUT.onnx DATA.npz...`; needs torch.

Same data, seed and thread count give the same weights on the same machine.
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.light import Light
from vision.model import CLASSES, features

_ANSWERS = len(CLASSES) + 2
_HELD_BACK = 0.04  # of each file: for the temperature only


class Net(nn.Module):
    """Seven small convolutions over tones and viewing direction; gives log-odds of the classes."""

    def __init__(self, width: int = 16) -> None:
        super().__init__()
        plan = [
            (5, width, 2),
            (width, width * 2, 1),
            (width * 2, width * 3, 2),
            (width * 3, width * 3, 1),
            (width * 3, width * 4, 2),
            (width * 4, width * 4, 1),
        ]
        layers: list[nn.Module] = []
        for before, after, stride in plan:
            layers += [
                nn.Conv2d(before, after, 3, stride=stride, padding=1, bias=False),
                nn.BatchNorm2d(after),
                nn.ReLU(inplace=True),
            ]
        self.body = nn.Sequential(*layers)
        self.squeeze = nn.Sequential(
            nn.Conv2d(width * 4, width * 6, 5, bias=False), nn.BatchNorm2d(width * 6), nn.ReLU(inplace=True)
        )
        self.last = nn.Linear(width * 6, _ANSWERS)
        self.temperature = nn.Parameter(torch.ones(1), requires_grad=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """(M, 5, 40, 40) → (M, answers)."""
        return self.last(self.squeeze(self.body(x)).flatten(1)) / self.temperature


def _varied(x: torch.Tensor, rng: torch.Generator) -> torch.Tensor:
    """Mirrored both ways, in a little other light, with a little noise; the tones lie in channels 0 to 2."""
    x = x.clone()
    for dim, channel in ((3, 3), (2, 4)):
        flip = torch.rand(len(x), generator=rng) < 0.5
        x[flip] = x[flip].flip(dim)
        x[flip, channel] = -x[flip, channel]
    gain = torch.exp(
        torch.randn(len(x), 3, 1, 1, generator=rng) * 0.03
        + torch.randn(len(x), 1, 1, 1, generator=rng) * 0.06
    )
    x[:, :3] = (x[:, :3] * gain).clamp(0, 1.25)
    return x


def _load(paths: list[Path]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Inputs as half floats, labels, and which are held back."""
    inputs, labels, back = [], [], []
    for path in paths:
        data = dict(np.load(path))
        for start in range(0, len(data["label"]), 4096):
            part = slice(start, start + 4096)
            light = Light(data["black"][part], data["white"][part])
            made = features(data["patch"][part], light.tones(np.arange(len(light.black))), data["lean"][part])
            inputs.append(torch.from_numpy(made.astype(np.float16)))
        labels.append(torch.from_numpy(data["label"]))
        kept = torch.zeros(len(data["label"]), dtype=torch.bool)
        kept[: int(len(kept) * _HELD_BACK)] = True
        back.append(kept)
    return torch.cat(inputs), torch.cat(labels), torch.cat(back)


def _logits(net: nn.Module, x: torch.Tensor) -> torch.Tensor:
    net.eval()
    with torch.no_grad():
        return torch.cat([net(part.float()) for part in x.split(512)])


def _temper(net: Net, x: torch.Tensor, y: torch.Tensor) -> None:
    """Scale the log-odds so that they mean what they say on patches that were not learnt from."""
    raw = _logits(net, x)
    steps = torch.linspace(0.5, 3.0, 101)
    losses = torch.stack([functional.cross_entropy(raw / step, y) for step in steps])
    net.temperature.data = steps[losses.argmin()].reshape(1)
    right = (raw.argmax(1) == y).float().mean().item()
    sys.stdout.write(
        f"held back: {right:.4f} right, loss {losses.min().item():.4f}, "
        f"temperature {net.temperature.item():.2f}\n"
    )


def main() -> None:
    """Learn, temper, write the network as ONNX."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("data", type=Path, nargs="+")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long to learn")
    parser.add_argument("--epochs", type=int, default=0, help="so many rounds instead")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--width", type=int, default=12)
    parser.add_argument("--rate", type=float, default=4e-3)
    parser.add_argument("--start", type=Path, help="weights to go on from, as saved beside an ONNX file")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.set_flush_denormal(True)
    torch.manual_seed(options.seed)
    rng = torch.Generator().manual_seed(options.seed)
    x, y, back = _load(options.data)
    net = Net(options.width)
    if options.start:
        net.load_state_dict(torch.load(options.start))
        net.temperature.data = torch.ones(1)
    sys.stdout.write(f"{sum(p.numel() for p in net.parameters())} parameters, {len(x)} patches\n")
    _learn(net, x[~back], y[~back], rng, options)
    _temper(net, x[back], y[back])
    torch.save(net.state_dict(), options.out.with_suffix(".pt"))
    write(net, options.out)


def _learn(
    net: Net, x: torch.Tensor, y: torch.Tensor, rng: torch.Generator, options: argparse.Namespace
) -> None:
    batch, began = 128, time.monotonic()
    rate = options.rate
    best = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.02)
    total, seen, losses = options.epochs * len(x), 0, []
    net.train()
    while True:
        order = torch.randperm(len(x), generator=rng)
        for rows in order.split(batch):
            done = seen / total if total else (time.monotonic() - began) / (options.minutes * 60)
            if done >= 1:
                return
            for group in best.param_groups:
                group["lr"] = rate * min(1.0, seen / 20_000 + 0.05) * (0.5 + 0.5 * np.cos(np.pi * done))
            loss = functional.cross_entropy(
                net(_varied(x[rows].float(), rng)), y[rows], label_smoothing=0.002
            )
            best.zero_grad()
            loss.backward()
            best.step()
            seen += len(rows)
            losses.append(loss.item())
        spent = time.monotonic() - began
        sys.stdout.write(f"{seen} patches, {spent:.0f} s, loss {np.mean(losses[-200:]):.4f}\n")
        sys.stdout.flush()


def _flat(net: Net) -> nn.Module:
    """The same network, its tail as two matrices: OpenCV is slow at convolutions that fill their input."""
    conv, norm = net.squeeze[0], net.squeeze[1]
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    first = nn.Linear(conv.weight[0].numel(), len(conv.weight))
    first.weight.data = (conv.weight * scale[:, None, None, None]).flatten(1)
    first.bias.data = norm.bias - norm.running_mean * scale
    last = nn.Linear(net.last.in_features, net.last.out_features)
    last.weight.data, last.bias.data = net.last.weight / net.temperature, net.last.bias / net.temperature
    return nn.Sequential(net.body, nn.Flatten(), first, nn.ReLU(), last)


def write(net: Net, path: Path) -> None:
    """Export for cv2.dnn: any number of patches at once."""
    net.eval()
    flat = _flat(net).eval()
    trial = torch.rand(2, 5, 40, 40)
    assert torch.allclose(flat(trial), net(trial), atol=1e-3)
    torch.onnx.export(
        flat,
        (trial,),
        str(path),
        input_names=["patches"],
        output_names=["logodds"],
        dynamic_axes={"patches": {0: "n"}, "logodds": {0: "n"}},
        opset_version=13,
        dynamo=False,
    )


if __name__ == "__main__":
    main()
