"""Teaches the site reader: `python -m training.learn OUT.onnx DATA.npz...`; needs torch.

Same data, seed and epochs give the same weights with the same torch on the same kind of machine: one thread.
"""

import argparse
import hashlib
import json
import math
import platform
import sys
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
import torch
from onnx.numpy_helper import to_array
from torch import nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from training.recolour import recoloured
from vision.light import BRIGHTEST, Light
from vision.model import CLASSES, EMPTY, GLANCE, LEAN, PLANES, Floats, features, seen_tones
from vision.patches import PATCH_PX

_ANSWERS = len(CLASSES) + 2
_HELD_BACK = 0.04  # of each file: for the temperature only
_FORGOTTEN = 0.3  # share of the known empty looks that is not shown in a round
_NOISIER = 5  # every fifth place is
_MOST_NOISE = 0.06  # of a tone
_BATCH = 128
_STEPS = 255 / BRIGHTEST  # of a stored tone
_MEAN_OVER = 1500  # batches: what ships is the mean of the weights, those of late counting most
_MEASURED = 2048  # places by which the norms of a network that ships are spread out again
_PLAN = "16/2,32/2,48/1,64/2,64/1"
_TAIL = 64
_GLANCE_PLAN, _GLANCE_TAIL = "8/2,16/2,24/2,32/1", 32


class Net(nn.Module):
    """Small convolutions over tones, viewing direction and empty look; gives log-odds of the classes."""

    def __init__(self, plan: str, planes: int = PLANES, tail: int = _TAIL) -> None:
        super().__init__()
        self.planes = planes
        layers: list[nn.Module] = []
        before, size = planes, PATCH_PX
        for step in plan.split(","):
            after, stride = (int(part) for part in step.split("/"))
            layers += [
                nn.Conv2d(before, after, 3, stride=stride, padding=1, bias=False),
                nn.BatchNorm2d(after),
                nn.ReLU(inplace=True),
            ]
            before, size = after, -(-size // stride)
        self.body = nn.Sequential(*layers)
        self.squeeze = nn.Sequential(
            nn.Conv2d(before, tail, size, bias=False), nn.BatchNorm2d(tail), nn.ReLU(inplace=True)
        )
        self.last = nn.Linear(tail, _ANSWERS)
        self.temperature = nn.Parameter(torch.ones(1), requires_grad=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """(M, planes, 40, 40) → (M, answers)."""
        return self.last(self.squeeze(self.body(x)).flatten(1)) / self.temperature


def _varied(
    x: torch.Tensor, lean: torch.Tensor, rng: torch.Generator, *, recolour: bool = False
) -> torch.Tensor:
    """What the network sees of stored places: a quarter of them as they are, the others mirrored.

    They lie up to a pixel aside, in a little other light; some are noisier, some without their empty look.
    `recolour`: each in other colours than its own.
    """
    quarters = [
        part.flip(ways) if ways else part for part, ways in zip(x.chunk(4), ((), 3, 2, (2, 3)), strict=True)
    ]
    down, right = (int(step) for step in torch.randint(-1, 2, (2,), generator=rng))
    signs = torch.tensor([[1.0, 1.0], [-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]])
    signs = torch.cat([sign.expand(len(part), 2) for sign, part in zip(signs, quarters, strict=True)])
    seen = _shown(torch.cat(quarters).roll((down, right), (2, 3)), lean * signs)
    compared = seen.shape[1] > EMPTY.start
    for tones in (slice(0, 3), EMPTY) if compared else (slice(0, 3),):
        gain = torch.exp(
            torch.randn(len(x), 3, 1, 1, generator=rng) * 0.03
            + torch.randn(len(x), 1, 1, 1, generator=rng) * 0.06
        )
        seen[:, tones].mul_(gain).clamp_(0, BRIGHTEST)
    if recolour:
        seen[:, :3] = recoloured(seen[:, :3], rng)
    noisy = seen[::_NOISIER, :3]
    deep = torch.rand(len(noisy), 1, 1, 1, generator=rng) * _MOST_NOISE
    noisy += torch.randn(noisy.shape, generator=rng) * deep
    if compared:
        seen[torch.rand(len(x), generator=rng) < _FORGOTTEN, EMPTY.start :] = 0.0
    return seen


def _load(
    paths: list[Path], planes: int = PLANES
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """Inputs as bytes (see `_shown`), viewing directions, labels, and which are held back.

    Args:
        planes: how many of them the network is shown.
    """
    inputs, leans, labels, back = [], [], [], []
    for path in paths:
        data = dict(np.load(path))
        for start in range(0, len(data["label"]), 4096):
            part = slice(start, start + 4096)
            now, empty = (_tones(data, name, part) for name in ("now", "empty"))
            empty[~data["empty_known"][part]] = np.nan
            made = features(now, data["lean"][part], empty)
            leans.append(torch.from_numpy(made[:, LEAN, 0, 0].copy()))  # the planes are emptied next
            made[:, LEAN] = 0.0
            inputs.append(torch.from_numpy(np.rint(made[:, :planes] * _STEPS).astype(np.uint8)))
        labels.append(torch.from_numpy(data["label"]))
        kept = torch.zeros(len(data["label"]), dtype=torch.bool)
        kept[: int(len(kept) * _HELD_BACK)] = True
        back.append(kept)
    return torch.cat(inputs), torch.cat(leans), torch.cat(labels), torch.cat(back)


def _shown(x: torch.Tensor, lean: torch.Tensor) -> torch.Tensor:
    """(M, planes, 40, 40): what the network sees, from bytes; memory holds a quarter of a million places."""
    x = x.contiguous(memory_format=torch.channels_last).float().mul_(1 / _STEPS)
    x[:, LEAN] = lean[:, :, None, None]
    return x


def _tones(data: dict[str, Any], name: str, part: slice) -> Floats:
    light = Light(data[f"{name}_black"][part], data[f"{name}_white"][part])
    return seen_tones(data[f"{name}_patch"][part], light.tones(np.arange(len(light.black))))


def _logits(net: nn.Module, x: torch.Tensor) -> torch.Tensor:
    net.eval()
    with torch.no_grad():
        return torch.cat([net(part) for part in x.split(512)])


def _temper(net: Net, x: torch.Tensor, y: torch.Tensor) -> float:
    """Scale the log-odds so that they mean what they say on held-back patches; returns the share right."""
    x = x.clone()
    x[: len(x) // 2, EMPTY.start :] = 0.0
    raw = _logits(net, x)
    steps = torch.linspace(0.5, 3.0, 101)
    losses = torch.stack([functional.cross_entropy(raw / step, y) for step in steps])
    net.temperature.data = steps[losses.argmin()].reshape(1)
    right = float((raw.argmax(1) == y).float().mean())
    sys.stdout.write(
        f"held back: {right:.4f} right, loss {losses.min().item():.4f}, "
        f"temperature {net.temperature.item():.2f}\n"
    )
    return right


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("data", type=Path, nargs="+")
    parser.add_argument("--epochs", type=int, default=14)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plan", help="channels/stride of each convolution")
    parser.add_argument(
        "--glance", action="store_true", help="the small network that looks first, at the site alone"
    )
    parser.add_argument(
        "--outline", action="store_true", help="the network that tells shapes, whatever their colours"
    )
    parser.add_argument("--bare", action="store_true", help="the network that says whether a pin is bare")
    parser.add_argument("--rate", type=float, default=4e-3)
    parser.add_argument(
        "--start", type=Path, help="weights to go on from: an ONNX file, or what was saved beside one (.pt)"
    )
    parser.add_argument(
        "--towards", type=float, default=1.0, help="share of the way from the start to what was learnt"
    )
    parser.add_argument(
        "--straight", action="store_true", help="show every place as if seen from straight above"
    )
    options = parser.parse_args()
    options.plan = options.plan or (_GLANCE_PLAN if options.glance else _PLAN)
    return options


def main() -> None:
    """Learn, temper, write the network as ONNX and beside it how it was made."""
    options = _options()
    torch.set_num_threads(1)  # the order of sums, and so the weights, hang on it
    torch.set_flush_denormal(True)
    torch.use_deterministic_algorithms(True)
    torch.manual_seed(options.seed)
    rng = torch.Generator().manual_seed(options.seed)
    planes = GLANCE.stop if options.glance or options.outline or options.bare else PLANES
    tail = _GLANCE_TAIL if options.glance else _TAIL
    x, lean, y, back = _load(options.data, planes)
    if options.straight:
        lean.zero_()
    net = Net(options.plan, planes, tail)
    net = net.to(memory_format=torch.channels_last)  # a third quicker on a processor
    start = None
    if options.start:
        _begin_at(net, options.start, (x, lean))
        start = {key: value.clone() for key, value in net.state_dict().items()}
    sys.stdout.write(f"{sum(p.numel() for p in net.parameters())} parameters, {len(x)} patches\n")
    net = _learn(net, (x[~back], lean[~back], y[~back]), rng, options)
    if start is not None:
        _go_towards(net, start, options.towards)
    kept = _shown(x[back], lean[back])
    if options.outline:
        kept[:, :3] = recoloured(kept[:, :3], rng)
    right = _temper(net, kept, y[back])
    torch.save(net.state_dict(), options.out.with_suffix(".pt"))
    write(net, options.out)
    _note(options, len(x), right)


def _learn(
    net: Net,
    places: tuple[torch.Tensor, torch.Tensor, torch.Tensor],
    rng: torch.Generator,
    options: argparse.Namespace,
) -> Net:
    """Learn for some rounds; returns the network of the mean weights."""
    began = time.monotonic()
    x, lean, y = places
    best = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=0.02)
    mean = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(1 - 1 / _MEAN_OVER), use_buffers=True)
    total, seen = options.epochs * len(x), 0
    net.train()
    for _ in range(options.epochs):
        losses = []
        for rows in torch.randperm(len(x), generator=rng)[: len(x) // _BATCH * _BATCH].split(_BATCH):
            for group in best.param_groups:
                warm = min(1.0, seen / 20_000 + 0.05)
                group["lr"] = options.rate * warm * (0.5 + 0.5 * math.cos(math.pi * seen / total))
            loss = functional.cross_entropy(
                net(_varied(x[rows], lean[rows], rng, recolour=options.outline)), y[rows]
            )
            best.zero_grad()
            loss.backward()
            best.step()
            mean.update_parameters(net)
            seen += len(rows)
            losses.append(loss.item())
        spent = time.monotonic() - began
        sys.stdout.write(f"{seen} patches, {spent:.0f} s, loss {np.mean(losses[-400:]):.4f}\n")
        sys.stdout.flush()
    learnt = mean.module
    assert isinstance(learnt, Net)
    return learnt


def _begin_at(net: Net, path: Path, places: tuple[torch.Tensor, torch.Tensor]) -> None:
    if path.suffix == ".onnx":
        some = torch.arange(0, len(places[0]), max(1, len(places[0]) // _MEASURED))[:_MEASURED]
        renew(net, path, _shown(places[0][some], places[1][some]))
    else:
        net.load_state_dict(torch.load(path))
    net.temperature.data = torch.ones(1)


def renew(net: Net, path: Path, shown: torch.Tensor) -> None:
    """Take over a network that ships, in which each norm is folded into the layer before it.

    Its answers stay the same; the norms are spread out again as the layers' outputs at some places are, so
    that it goes on learning as it did.

    Args:
        shown: (M, planes, 40, 40) those places.
    """
    graph = onnx.load(path).graph
    stored = {one.name: torch.from_numpy(to_array(one).copy()) for one in graph.initializer}
    taught = [
        (stored[node.input[1]], stored[node.input[2]])
        for node in graph.node
        if node.op_type in ("Conv", "Gemm")
    ]
    body = list(net.body)
    layers = [*zip(body[::3], body[1::3], strict=True), (net.squeeze[0], net.squeeze[1])]
    with torch.no_grad():
        for (conv, norm), (weight, bias) in zip(layers, taught[:-1], strict=True):
            conv.weight.copy_(weight.reshape(conv.weight.shape))
            raw = conv(shown)
            mean, spread = raw.mean((0, 2, 3)), raw.var((0, 2, 3), correction=0)
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(spread)
            norm.weight.copy_(torch.sqrt(spread + norm.eps))
            norm.bias.copy_(bias + mean)
            shown = functional.relu(raw + bias[None, :, None, None])
        net.last.weight.copy_(taught[-1][0])
        net.last.bias.copy_(taught[-1][1])


def _go_towards(net: Net, start: dict[str, torch.Tensor], share: float) -> None:
    """Part of the way from the weights at the start to those learnt.

    What a lesson on few kinds of place brings needs less of the way than what it costs with all others
    (robust fine-tuning, Wortsman and others 2022).
    """
    for key, learnt in net.state_dict().items():
        if learnt.is_floating_point():
            learnt.copy_(torch.lerp(start[key], learnt, share))
    net.temperature.data = torch.ones(1)


def _note(options: argparse.Namespace, count: int, right: float) -> None:
    """Write how the weights were made, so that a reader of the file can make them again."""
    note: dict[str, object] = {
        "sha256": hashlib.sha256(options.out.read_bytes()).hexdigest(),
        "data": {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in options.data},
        "patches": count,
        "epochs": options.epochs,
        "seed": options.seed,
        "plan": options.plan,
        "straight": options.straight,
        "outline": options.outline,
        "towards": options.towards,
        "held_back_right": round(right, 4),
        "torch": torch.__version__,
        "opencv": cv2.__version__,
        "numpy": np.__version__,
        "machine": platform.machine(),
    }
    if options.start:
        note["start"] = json.loads(options.start.with_suffix(".json").read_text())
    options.out.with_suffix(".json").write_text(json.dumps(note, indent=2) + "\n")


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
    trial = torch.rand(2, net.planes, PATCH_PX, PATCH_PX)
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
