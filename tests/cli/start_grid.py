"""Chains of rods in Cartesian coordinates started all over their configuration space, with all ways
of giving start values (DS-17 to DS-19): every one must start, keep its lengths and its energy.
usage: start_grid.py KRON [LINKS STEP COUNT]   (degrees between angles; at most COUNT positions)"""
import collections
import csv
import itertools
import math
import random
import subprocess
import sys

KRON = sys.argv[1]
G = 9.81


def declare(name, start, fixed):
    if start is None:
        return "  Real %s;\n" % name
    return "  Real %s(start = %r%s);\n" % (name, start, ", fixed = true" if fixed else "")


def chain(n, pos, vel, pos_fixed, vel_fixed):
    """Unit masses at the ends of unit rods; F is force over length."""
    text = "model Chain\n"
    for i in range(1, n + 1):
        for c in "xy":
            k = c + str(i)
            text += declare(k, pos.get(k), k in pos_fixed) + declare("v" + k, vel.get(k), k in vel_fixed)
        text += "  Real F%d, L%d;\n" % (i, i)
    text += "  Real E;\nequation\n"
    for i in range(1, n + 1):
        for c in "xy":
            rod = "%s%d" % (c, i) if i == 1 else "(%s%d - %s%d)" % (c, i, c, i - 1)
            pull = " + F%d*(%s%d - %s%d)" % (i + 1, c, i + 1, c, i) if i < n else ""
            weight = " - %r" % G if c == "y" else ""
            text += "  der(%s%d) = v%s%d;\n" % (c, i, c, i)
            text += "  der(v%s%d) = -F%d*%s%s%s;\n" % (c, i, i, rod, pull, weight)
        dx, dy = [c + str(i) if i == 1 else "(%s%d - %s%d)" % (c, i, c, i - 1) for c in "xy"]
        text += "  %s^2 + %s^2 = 1;\n  L%d = sqrt(%s^2 + %s^2);\n" % (dx, dy, i, dx, dy)
    energy = ["(vx%d^2 + vy%d^2)/2 + %r*y%d" % (i, i, G, i) for i in range(1, n + 1)]
    return text + "  E = " + " + ".join(energy) + ";\nend Chain;\n"


def styles(n, angles):
    """name, positions, speeds, fixed positions, fixed speeds"""
    pos, vel = {}, {}
    x = y = vx = vy = 0
    for i, a in enumerate(math.radians(a) for a in angles):
        w = 0.5 + 0.3 * i
        x, y = x + math.sin(a), y - math.cos(a)
        vx, vy = vx + w * math.cos(a), vy + w * math.sin(a)
        pos["x%d" % (i + 1)], pos["y%d" % (i + 1)] = x, y
        vel["x%d" % (i + 1)], vel["y%d" % (i + 1)] = vx, vy
    xs = {k: v for k, v in pos.items() if k[0] == "x"}
    ys = {k: v for k, v in pos.items() if k[0] == "y"}
    some_vx = {k: 0.3 * i for i, k in enumerate(xs, 1)}
    any_speed = {k: 0.1 * i for i, k in enumerate(pos, 1)}
    yield "at rest", pos, {}, (), ()
    yield "speeds along x", pos, some_vx, (), ()
    yield "speeds of the first mass", pos, {"x1": 0.3, "y1": 0.2}, (), ()
    yield "speeds that do not fit", pos, any_speed, (), ()
    yield "speeds that fit", pos, vel, (), ()
    yield "all fixed", pos, vel, tuple(pos), tuple(vel)
    yield "positions fixed", pos, {}, tuple(pos), ()
    yield "positions fixed, speeds along x", pos, some_vx, tuple(pos), ()
    yield "x fixed", pos, {}, tuple(xs), ()
    yield "x fixed, y not given", xs, {}, tuple(xs), ()
    yield "off by 1e-4", {k: v * (1 + 1e-4) for k, v in pos.items()}, {}, (), ()
    yield "only x", xs, {}, (), ()
    yield "only y", ys, {}, (), ()
    yield "only x, speeds along y", xs, {k: 0.2 for k in ys}, (), ()


def judge(n, text):
    with open("Chain.mo", "w") as f:
        f.write(text)
    args = [KRON, "simulate", "Chain.mo", "--stop", "0.5", "--tolerance", "1e-8", "-o", "Chain.csv", "--quiet"]
    try:
        r = subprocess.run(args, capture_output=True, text=True, timeout=20)
    except subprocess.TimeoutExpired:
        return "does not end"
    if r.returncode:
        return "exit %d: %s" % (r.returncode, r.stderr.split("\n")[0][:100])
    rows = list(csv.reader(open("Chain.csv")))
    column = {h.strip('"'): [float(r[k]) for r in rows[1:]] for k, h in enumerate(rows[0])}
    energy = column["E"]
    for i in range(1, n + 1):
        if not all(abs(length - 1) <= 1e-6 for length in column["L%d" % i]):
            return "length"
    if not all(abs(e - energy[0]) <= 1e-3 * max(20, abs(energy[0])) for e in energy):
        return "energy"
    return None if abs(energy[0]) < 1000 * n else "speed"


def positions(n, step, count):
    grid = list(itertools.product(range(0, 360, step), repeat=n))
    random.seed(n)
    if len(grid) > count:
        grid = random.sample(grid, count)
    return grid + ([(90 + 1e-5,), (90 - 1e-5,), (1e-5,), (180 + 1e-7,)] if n == 1 else [])


def main():
    sizes = [tuple(int(x) for x in sys.argv[2:5])] if len(sys.argv) > 2 else [(1, 30, 12), (2, 45, 9), (3, 90, 4), (6, 90, 1)]
    failed = collections.Counter()
    total = 0
    for n, step, count in sizes:
        for angles in positions(n, step, count):
            for name, *what in styles(n, angles):
                total += 1
                fault = judge(n, chain(n, *what))
                if fault:
                    failed[name, fault] += 1
                    print("%d links at %s, %s: %s" % (n, angles, name, fault))
    print("%d starts, %d failed" % (total, sum(failed.values())))
    sys.exit(1 if failed else 0)


main()
