#!/usr/bin/env python3
"""Reads the files of `stamtafel lab dataset` (docs/lab.md), and makes .npz or Parquet of them.

    stamtafel lab dataset koenig --bots quick -n 100 --out koenig.data
    examples/dataset.py koenig.data koenig.npz
    examples/dataset.py koenig.data koenig.parquet

Reading needs nothing but Python, and so does Parquet; .npz needs python3-numpy.
"""

import json
import struct
import sys
from array import array


def read(path):
    """The head, and a generator of decisions as dictionaries."""
    file = open(path, "rb")
    head = json.loads(file.readline())
    if head.get("stamtafel") != "dataset" or head.get("format") != 1:
        raise ValueError(f"{path} is no dataset of format 1")
    return head, decisions(file, head)


def decisions(file, head):
    players = head["players"]
    width = len(head["observation"])
    with file:
        while begin := file.read(16):
            seed, count, size = struct.unpack("<QII", begin)
            ends = struct.unpack(f"<{2 * players}f", file.read(8 * players))
            body = file.read(size)
            if len(body) != size:
                raise ValueError("the file ends within a game")
            at = 0
            for _ in range(count):
                step, seat, _, choices = struct.unpack_from("<IBBH", body, at)
                at += 8
                observation = array("f", body[at : at + 4 * width])
                at += 4 * width
                pairs = struct.unpack_from("<" + "If" * choices, body, at)
                at += 8 * choices
                yield {
                    "seed": seed,
                    "step": step,
                    "seat": seat,
                    "observation": observation,
                    "actions": pairs[0::2],
                    "policy": pairs[1::2],
                    "wins": ends[0::2],
                    "scores": ends[1::2],
                }


def to_parquet(source, target):
    """A row for each decision, as read() gives it; the head is the file's metadata `stamtafel`."""
    import parquet

    head, rows = read(source)
    columns = {
        "seed": "uint64",
        "step": "int32",
        "seat": "int32",
        "observation": "float[]",
        "actions": "int32[]",
        "policy": "float[]",
        "wins": "float[]",
        "scores": "float[]",
    }
    with parquet.Writer(target, columns, {"stamtafel": json.dumps(head)}) as writer:
        for row in rows:
            writer.add(row)
    print(f"{writer.count} decisions")


def to_npz(source, target):
    import numpy

    head, rows = read(source)
    rows = list(rows)
    policy = numpy.zeros((len(rows), len(head["actions"])), dtype=numpy.float32)
    legal = numpy.zeros(policy.shape, dtype=bool)
    for i, row in enumerate(rows):
        legal[i, list(row["actions"])] = True
        policy[i, list(row["actions"])] = row["policy"]
    numpy.savez_compressed(
        target,
        head=json.dumps(head),
        seed=numpy.array([row["seed"] for row in rows], dtype=numpy.uint64),
        seat=numpy.array([row["seat"] for row in rows], dtype=numpy.uint8),
        observation=numpy.array([row["observation"] for row in rows], dtype=numpy.float32),
        legal=legal,
        policy=policy,
        wins=numpy.array([row["wins"] for row in rows], dtype=numpy.float32),
        scores=numpy.array([row["scores"] for row in rows], dtype=numpy.float32),
    )
    print(f"{len(rows)} decisions")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    write = to_parquet if sys.argv[2].endswith(".parquet") else to_npz
    write(sys.argv[1], sys.argv[2])
