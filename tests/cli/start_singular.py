"""Loops of bars started where all of them are in one line, so that the constraints depend on each
other (DS-17 to DS-19). Which way the motion goes there is decided by speeds that fit the constraints
and their second derivatives; these are written down here by hand:
  four-bar, A = s*a, B = d + u*c on a line, |B - A| = b: for the angles p and q of the cranks
    w*(q'^2*u*c - p'^2*s*a) = (u*c*q' - s*a*p')^2  with w = B - A
  slider-crank with equal crank and rod, the slider above its bearing: x2' = 0 or x2' = 2*x1'.
Such starts run, keep lengths and energy (with one degree of freedom these are the motion) and begin
with the speeds given; speeds that fit no way, or none, end with exit 3. A little beside such a position
the constraints determine everything, but to few digits: starts there are as good.
usage: start_singular.py KRON [ALL]"""
import csv
import itertools
import math
import random
import subprocess
import sys

KRON = sys.argv[1]
ALL = len(sys.argv) > 2


def four_bar(a, b, c, d, s, u):
    """Positions, and the speeds of both ways for 1 rad/s of the first crank."""
    xa, xb = s * a, d + u * c
    w = xb - xa
    assert abs(abs(w) - b) < 1e-12
    # w*(u*c*k^2 - s*a) = (u*c*k - s*a)^2 for k = q'/p'
    p2, p1, p0 = w * u * c - c * c, 2 * u * c * s * a, -w * s * a - a * a
    root = math.sqrt(p1 * p1 - 4 * p2 * p0)
    ways = [(-p1 + z * root) / (2 * p2) for z in (1, -1)]
    rods = [((0, 0), "a", a), ("a", "b", b), ((d, 0), "b", c)]
    return rods, None, {"a": (xa, 0), "b": (xb, 0)}, [{"a": (0, s * a), "b": (0, u * c * k)} for k in ways]


def slider_crank(r, s):
    rods = [((0, 0), "a", r), ("a", "b", r)]
    return rods, (0, 1), {"a": (0, s * r), "b": (0, 0)}, [{"a": (1, 0), "b": (0, 0)}, {"a": (1, 0), "b": (2, 0)}]


def turn(v, quarter):
    for _ in range(quarter):
        v = (-v[1], v[0])
    return v


def model(rods, line, starts, quarter, g):
    def end(e, k):
        return "(%r)" % turn(e, quarter)[k] if isinstance(e, tuple) else "xy"[k] + e
    text = "model Flat\n"
    for v in [r + c + p for p in "ab" for c in "xy" for r in ("", "v")]:
        s = starts.get(v)
        text += "  Real %s%s;\n" % (v, "" if s is None else "(start = %r%s)" % (s[0], ", fixed = true" if s[1] else ""))
    text += "  Real F[%d], N, L[%d], E;\nequation\n" % (len(rods), len(rods))
    normal = turn(line, quarter) if line else (0, 0)
    for p in "ab":
        for k, c in enumerate("xy"):
            force = "".join(" - F[%d]*(%s - %s)" % (i, end(q if p == q else o, k), end(o if p == q else q, k))
                            for i, (o, q, _) in enumerate(rods, 1) if p in (o, q))
            text += "  der(%s%s) = v%s%s;\n  der(v%s%s) =%s%s%s;\n" % (
                c, p, c, p, c, p, force, " + (%d)*N" % normal[k] if p == "b" and normal[k] else "", " - %r" % g if k else "")
    for i, (o, q, l) in enumerate(rods, 1):
        square = "(%s - %s)^2 + (%s - %s)^2" % (end(q, 0), end(o, 0), end(q, 1), end(o, 1))
        text += "  %s = %r;\n  L[%d] = sqrt(%s);\n" % (square, l * l, i, square)
    text += "  %s = 0;\n" % ("xb" if normal[0] else "yb") if line else "  N = 0;\n"
    return text + "  E = (vxa^2 + vya^2 + vxb^2 + vyb^2)/2 + %r*(ya + yb);\nend Flat;\n" % g


def named(points, quarter, prefix=""):
    return {prefix + "xy"[k] + p: turn(points[p], quarter)[k] for p in points for k in (0, 1)}


def run(text, stop="0.7", tolerance="1e-8"):
    with open("Flat.mo", "w") as f:
        f.write(text)
    args = [KRON, "simulate", "Flat.mo", "--stop", stop, "--tolerance", tolerance, "-o", "Flat.csv", "--quiet"]
    r = subprocess.run(args, capture_output=True, text=True, timeout=60)
    return r, [] if r.returncode else [{k: float(v) for k, v in row.items()} for row in csv.DictReader(open("Flat.csv"))]


def judge(rods, text, pos, vel):
    r, rows = run(text)
    if r.returncode:
        return "exit %d: %s" % (r.returncode, r.stderr.strip()[:300])
    first = rows[0]
    speed = max(abs(v) for v in vel.values())
    for k, v in {**pos, **vel}.items():
        if abs(first[k] - v) > 1e-9 * max(1, speed):
            return "begins with %s = %r, not %r" % (k, first[k], v)
    if any(abs(row["L[%d]" % i] - l) > 1e-6 for row in rows for i, (_, _, l) in enumerate(rods, 1)):
        return "length"
    if any(not abs(row["E"] - first["E"]) <= 1e-4 * max(20, abs(first["E"])) for row in rows):
        return "energy from %r to %r" % (min(x["E"] for x in rows), max(x["E"] for x in rows))
    # A little later it is where the speeds lead.
    later = min(rows[1:], key=lambda row: abs(row["time"] - 0.005 / max(1, speed)))
    for k, v in pos.items():
        way = later["time"] * vel["v" + k]
        if abs(later[k] - v - way) > 0.1 * later["time"] * speed + 6 * later["time"]**2 * 10:
            return "goes elsewhere"
    return None


def styles(pos, vel, along, some):
    """Names of what is fixed, and of what is guessed, and guesses that do not fit."""
    wrong = {k: some.choice((-6, 3, 0.4)) for k in vel if k not in along}
    yield "guesses", {}, {**pos, **vel}
    yield "guesses along", {}, {**pos, **{k: vel[k] for k in along}}
    yield "all fixed", {**pos, **vel}, {}
    yield "speeds fixed", {k: vel[k] for k in along}, pos
    yield "positions fixed", pos, vel
    yield "one of each fixed", {k: vel[k] for k in along[:1]}, {**pos, **vel}
    yield "across wrong", {}, {**pos, **vel, **wrong}
    yield "across wrong, the rest fixed", {**pos, **{k: vel[k] for k in along}}, wrong


LOOPS = [("parallelogram out", four_bar(1, 2, 1, 2, 1, 1)), ("parallelogram in", four_bar(1, 2, 1, 2, -1, -1)),
         ("steep", four_bar(2, 0.7, 2, 0.7, 1, 1)), ("a + d = b + c", four_bar(1, 2.5, 1.5, 3, -1, -1)),
         ("a + b = c + d", four_bar(1.5, 2.5, 1, 3, 1, 1)), ("small", four_bar(0.01, 0.025, 0.015, 0.03, -1, -1)),
         ("slider over its bearing", slider_crank(1, 1)), ("slider under it", slider_crank(0.3, -1))]


def beside(some):
    """Parallelograms a little off the line, where pivots are as small: they stay parallelograms."""
    total = failed = 0
    for power, quarter, way, g in itertools.product((2, 4, 5, 6, 7, 8, 9, 10, 11), range(4), (0, 180), (0, 9.81)):
        a, d, rate = some.choice((0.5, 1, 2)), some.choice((0.7, 2, 3)), some.choice((2, -3, 5))
        p, fixed = math.radians(way + some.choice((1, -1)) * 10**-power), some.random() < 0.3
        if not ALL and some.random() > 0.1:
            continue
        x, y = a * math.cos(p), a * math.sin(p)
        rods = [((0, 0), "a", a), ("a", "b", d), ((d, 0), "b", a)]
        pos, vel = named({"a": (x, y), "b": (d + x, y)}, quarter), named({k: (-rate * y, rate * x) for k in "ab"}, quarter, "v")
        fault = judge(rods, model(rods, None, {k: (v, fixed) for k, v in {**pos, **vel}.items()}, quarter, g), pos, vel)
        total += 1
        failed += fault is not None
        if fault:
            print("%g degrees off %d, turned by %d, g = %g, %g rad/s: %s" % (math.degrees(p) - way, way, 90 * quarter, g, rate, fault))
    return total, failed


def main():
    some, total, failed, kept = random.Random(7), 0, 0, 0
    cases = itertools.product(LOOPS, range(4), (0, 9.81), (0, 1), (1, -2.5, 8))
    for (name, (rods, line, points, ways)), quarter, g, way, rate in cases:
        pos, vel = named(points, quarter), named({p: (rate * v[0], rate * v[1]) for p, v in ways[way].items()}, quarter, "v")
        # the other direction of motion vanishes for all ways, exactly
        vel = {k: v + 0.0 for k, v in vel.items()}
        along = [k for k in vel if any(turn(w[k[2]], quarter)["xy".index(k[1])] for w in ways)]
        for style, fixed, guess in styles(pos, vel, along, some):
            if not ALL and some.random() > 0.025:
                continue
            starts = {**{k: (v, False) for k, v in guess.items()}, **{k: (v, True) for k, v in fixed.items()}}
            fault = judge(rods, model(rods, line, starts, quarter, g), pos, vel)
            total += 1
            failed += fault is not None
            if fault:
                print("%s, %d degrees, g = %g, way %d, %g rad/s, %s: %s" % (name, 90 * quarter, g, way, rate, style, fault))
        if not ALL and some.random() > 0.1:
            continue
        for bad in ({k: 0.0 for k in vel}, {k: v * (1.4 if k == along[0] else 1) + (0.37 * rate if k == along[-1] else 0) for k, v in vel.items()}):
            starts = {k: (v, True) for k, v in {**pos, **bad}.items()}
            r, _ = run(model(rods, line, starts, quarter, g))
            kept += 1
            if r.returncode != 3 or "the constraints of" not in r.stderr or "best pivot vanishes" not in r.stderr:
                failed += 1
                print("%s, %d degrees, g = %g, %r: exit %d: %s" % (name, 90 * quarter, g, bad, r.returncode, r.stderr[:300]))
    count, wrong = beside(some)
    total, failed = total + count, failed + wrong
    print("%d starts, %d that leave it open, %d failed" % (total, kept, failed))
    sys.exit(failed > 0)


main()
