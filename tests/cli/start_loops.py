"""Slider-cranks and four-bars in Cartesian coordinates started all around, with all ways of giving
start values (DS-17 to DS-19): where the constraints have full rank every one must start where it is
told, keep its lengths and its energy; fixed values that contradict the constraints are refused.
usage: start_loops.py KRON [STEP]   (degrees between positions of the crank)"""
import csv
import math
import random
import subprocess
import sys

KRON = sys.argv[1]
STEP = int(sys.argv[2]) if len(sys.argv) > 2 else 90
G = 9.81


def crank(r, l, e):
    """A crank of length r, a rod of length l, a slider on the line y = e."""
    def place(a, side):
        x, y = r * math.cos(a), r * math.sin(a)
        return {"x1": x, "y1": y, "x2": x + side * math.sqrt(l * l - (y - e)**2), "y2": e}
    return [(None, 1, r), (1, 2, l)], "y2 = %r" % e, place


def four_bar(a, b, c, d):
    """Two cranks a and c on bearings at 0 and (d, 0), joined by the rod b."""
    def place(angle, side):
        x, y = a * math.cos(angle), a * math.sin(angle)
        s = math.hypot(d - x, y)
        u = (b * b - c * c + s * s) / (2 * s)
        h = side * math.sqrt(b * b - u * u)
        return {"x1": x, "y1": y, "x2": x + (u * (d - x) + h * y) / s, "y2": y + (-u * y + h * (d - x)) / s}
    return [(None, 1, a), (1, 2, b), (d, 2, c)], None, place


def side(c, rod):
    """Coordinate c of the rod, from where it begins."""
    a, b = rod[0], "%s%d" % (c, rod[1])
    if isinstance(a, float):
        a = repr(a) if c == "x" else None
    return b if a is None else "(%s - %s)" % (b, a if isinstance(a, str) else "%s%d" % (c, a))


def model(rods, line, starts):
    text = "model Loop\n"
    for name in [v + c + p for p in "12" for c in "xy" for v in ("", "v")]:
        s = starts.get(name)
        text += "  Real %s%s;\n" % (name, "" if s is None else "(start = %r%s)" % (s[0], ", fixed = true" if s[1] else ""))
    text += "  Real F[3], N, L[%d], E;\nequation\n" % len(rods)
    for p in (1, 2):
        for c in "xy":
            force = "".join("%s F[%d]*%s" % (" -" if r[1] == p else " +", i, side(c, r))
                            for i, r in enumerate(rods, 1) if p in (r[0], r[1]))
            text += "  der(%s%d) = v%s%d;\n  der(v%s%d) =%s%s;\n" % (
                c, p, c, p, c, p, force, (" + N - %r" if p == 2 else " - %r") % G if c == "y" else "")
    for i, r in enumerate(rods, 1):
        square = "%s^2 + %s^2" % (side("x", r), side("y", r))
        text += "  %s = %r;\n  L[%d] = sqrt(%s);\n" % (square, r[2]**2, i, square)
    text += "  %s;\n" % line if line else "  N = 0;\n"
    text += "  F[3] = 0;\n" if len(rods) == 2 else ""
    return text + "  E = (vx1^2 + vy1^2 + vx2^2 + vy2^2)/2 + %r*(y1 + y2);\nend Loop;\n" % G


def rates(rods, line, place, angle, way):
    """Velocities at 0.8 rad/s of the crank, by central differences; exact enough to be guesses only."""
    h = 1e-5
    before, after = place(angle - h, way), place(angle + h, way)
    return {k: 0.8 * (after[k] - before[k]) / (2 * h) for k in before}


def styles(pos, vel, some):
    def guess(d, names=None, fixed=False, prefix=""):
        return {prefix + k: (v, fixed) for k, v in d.items() if names is None or k in names}
    names = sorted(pos)
    two = some.sample(names, 2)
    odd = {k: some.choice([0.3, -0.7, 2]) for k in names}
    yield "nothing", {}, False
    yield "positions", guess(pos), True
    yield "positions fixed", guess(pos, None, True), True
    yield "all", {**guess(pos), **guess(vel, None, False, "v")}, True
    yield "speeds", guess(vel, None, False, "v"), False
    yield "two speeds that do not fit", {**guess(pos), **guess(odd, two, False, "v")}, True
    yield "speeds that do not fit", {**guess(pos, None, True), **guess(odd, None, False, "v")}, True
    yield "only x", guess(pos, ("x1", "x2")), False
    yield "only y", guess(pos, ("y1", "y2")), False
    yield "two values", guess({k: some.uniform(-3, 3) for k in two}), False
    yield "one fixed, nothing else", guess(pos, two[:1], True), two[0]
    yield "contradiction", guess({k: v + (0.1 if k == two[0] else 0) for k, v in pos.items()}, None, True), None


def judge(rods, text, pos, stays):
    with open("Loop.mo", "w") as f:
        f.write(text)
    args = [KRON, "simulate", "Loop.mo", "--stop", "0.3", "--tolerance", "1e-8", "-o", "Loop.csv", "--quiet"]
    r = subprocess.run(args, capture_output=True, text=True, timeout=60)
    if stays is None:
        return None if r.returncode in (1, 3) and ("contradict" in r.stderr or "fixed start" in r.stderr) else "is not refused: %d" % r.returncode
    if r.returncode:
        return "exit %d: %s" % (r.returncode, r.stderr.strip()[:200])
    rows = [{k: float(v) for k, v in row.items()} for row in csv.DictReader(open("Loop.csv"))]
    first = rows[0]
    if any(abs(row["L[%d]" % i] - rod[2]) > 1e-6 for row in rows for i, rod in enumerate(rods, 1)):
        return "length"
    if any(not abs(row["E"] - first["E"]) <= 1e-3 * max(20, abs(first["E"])) for row in rows):
        return "energy"
    if stays and any(abs(first[k] - pos[k]) > 1e-9 for k in pos if stays in (True, k)):
        return "begins elsewhere: " + r.stderr[:200]
    return None if abs(first["E"]) < 1000 else "speed"


def main():
    some, total, failed = random.Random(5), 0, 0
    for name, (rods, line, place) in (("crank", crank(1.0, 2.0, 0.0)), ("crank off its line", crank(1.0, 3.0, 0.5)),
                                      ("four-bar", four_bar(1.0, 3.0, 2.5, 3.0)), ("four-bar of equal rods", four_bar(1.0, 2.0, 2.0, 1.7))):
        for degrees in range(0, 360, STEP):
            for way in (1, -1) if STEP < 90 else (1 - degrees // 90 % 2 * 2,):
                pos = place(math.radians(degrees), way)
                vel = rates(rods, line, place, math.radians(degrees), way)
                for style, starts, stays in styles(pos, vel, some):
                    fault = judge(rods, model(rods, line, starts), pos, stays)
                    total += 1
                    failed += fault is not None
                    if fault:
                        print("%s at %d, %s: %s" % (name, degrees, style, fault))
    print("%d starts, %d failed" % (total, failed))
    sys.exit(failed > 0)


main()
