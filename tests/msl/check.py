#!/usr/bin/env python3
"""The Modelica Standard Library as a test, where it is at hand.

    tests/msl/check.py KRON MSL [REF] [--only TEXT] [--jobs N]

MSL is the folder that holds `Modelica` and `ModelicaTest` of version 4.1.0, REF a checkout of the published
reference results. Every file must be parsed. Without REF every model in tests/msl/models.txt must flatten.
With REF every model that has a reference is simulated as its reference says and compared, signal by signal:
the result must stay in a tube around the reference, 0.2 % of the signal's range high and 0.2 % of the time
span wide (at most a tenth of the period of what oscillates), and the reference in one around the result, but
for spikes that are shorter than two of its steps. A table says for every library how many models are parsed,
flattened, translated, simulated and verified, and how long they take; before it stands what fails, with its
first error. The models in tests/msl/models.txt must be verified, and the inlined steps of MOST_ITERATED must
iterate over no more unknowns than that, and those BY_DEFAULT run with their own tolerance: if one is or does
not, the status is 1.
"""
import argparse, collections, concurrent.futures, csv, json, math, os, re, statistics, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
STEPS = ("parsed", "flattened", "translated", "simulated", "verified")
# Models that were renamed without their reference.
RENAMED = {"ModelicaTest.Electrical.SingularTransfomer": "ModelicaTest.Electrical.SingularTransformer"}

# Unknowns that Newton's method iterates over in a step of bdf (IN-51: one for each joint at most).
MOST_ITERATED = {"Modelica.Mechanics.MultiBody.Examples.Systems.RobotR3.FullRobot": 6,
                 "Modelica.Mechanics.MultiBody.Examples.Systems.RobotR3.OneAxis": 1}


# Models that failed with their own tolerance, which is looser than that of the references.
BY_DEFAULT = ("Modelica.Mechanics.MultiBody.Examples.Elementary.RollingWheelSetDriving",)


def run(args, timeout=300, folder=None):
    try:
        return subprocess.run(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              errors="replace", timeout=timeout, cwd=folder)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(args, -999, "", "timed out after %d s" % timeout)


def first_error(r):
    lines = [l for l in r.stderr.splitlines() if l.strip()]
    wrong = [l for l in lines if "error" in l] or lines or ["status %d" % r.returncode]
    return wrong[0][:300]


# ---- Comparison ----

def plain(name):
    name = name.strip().strip('"').replace(" ", "")
    if name.endswith(")") and ".der(" in name:  # a.b.der(c) and der(a.b.c) are the same
        path, last = name[:-1].split(".der(", 1)
        name = "der(%s.%s)" % (path, last)
    return name


def number(text):
    word = text.strip().lower()
    return float(word == "true") if word in ("true", "false") else float(word)


def read(path, wanted):
    """Columns by name; names in the reference files are quoted or hold commas in brackets."""
    with open(path, encoding="utf-8-sig", newline="") as f:
        rows = csv.reader(f)
        names = ["time"] + [plain(n) for n in next(rows)][1:]
        keep = [(n, i) for i, n in enumerate(names) if i == 0 or n in wanted]
        columns = {n: [] for n, _ in keep}
        for row in rows:
            for n, i in keep:
                columns[n].append(number(row[i]))
    return columns


def first_and_last(t, y):
    """Of several rows at one instant the first and the last count: both sides of an event."""
    keep = [i for i in range(len(t)) if not 0 < i < len(t) - 1 or not t[i - 1] == t[i] == t[i + 1]]
    return [t[i] for i in keep], [y[i] for i in keep]


def with_branches(t, y):
    """Where the curve jumps between two rows, by five of the steps beside it or more, nothing says where between
    them it does: both sides go on over that interval. An angle that passes pi passes it a row earlier or later."""
    out_t, out_y = t[:1], y[:1]
    for i in range(len(t) - 1):
        before, jump = (y[i] - y[i - 1] if i else 0.0), y[i + 1] - y[i]
        after = y[i + 2] - y[i + 1] if i + 2 < len(t) else 0.0
        if t[i] < t[i + 1] and abs(jump) > 5 * max(abs(before), abs(after)):
            out_t += [t[i], t[i + 1]]
            out_y += [y[i + 1] - after, y[i] + before]
        out_t.append(t[i + 1])
        out_y.append(y[i + 1])
    return out_t, out_y


def value_at(t, y, x, i):
    """Between the points i and i + 1; beyond the ends the curve stays as it is there."""
    if x <= t[0] or len(t) == 1:
        return y[0]
    if x >= t[-1]:
        return y[-1]
    return y[i] + (y[i + 1] - y[i]) * (x - t[i]) / (t[i + 1] - t[i]) if t[i + 1] > t[i] else y[i]


def bounds(t, y, windows):
    """Least and largest value of the curve over each window (a, b). Neither a nor b may decrease, so that
    every point enters and leaves once."""
    least, most = collections.deque(), collections.deque()
    new = at_a = at_b = 0
    for a, b in windows:
        while new < len(t) and t[new] <= b:
            while least and y[least[-1]] >= y[new]:
                least.pop()
            while most and y[most[-1]] <= y[new]:
                most.pop()
            least.append(new)
            most.append(new)
            new += 1
        while least and t[least[0]] < a:
            least.popleft()
        while most and t[most[0]] < a:
            most.popleft()
        while at_a + 2 < len(t) and t[at_a + 1] < a:
            at_a += 1
        while at_b + 2 < len(t) and t[at_b + 1] < b:
            at_b += 1
        ends = [value_at(t, y, a, at_a), value_at(t, y, b, at_b)]
        yield min(ends + [y[i] for i in list(least)[:1]]), max(ends + [y[i] for i in list(most)[:1]])


def period(t, y):
    """Mean period of a curve that oscillates, else infinite: it passes its middle from a tenth of the range
    below to a tenth above, or back, at least six times."""
    low, high = min(y), max(y)
    middle, margin = (low + high) / 2, (high - low) / 10
    side, passed = 0, []
    for x, v in zip(t, y):
        now = 1 if v > middle + margin else -1 if v < middle - margin else side
        if side and now != side:
            passed.append(x)
        side = now
    return 2 * (passed[-1] - passed[0]) / (len(passed) - 1) if len(passed) > 5 else math.inf


def leaves_tube(t, y, q, v, dx, dy, forgiven=0.0):
    """First time at which the points (q, v) are not within dx and dy of the curve (t, y) - between two points of
    the curve within these - for longer than `forgiven`."""
    windows, steps, i = [], [], 0
    for x in q:
        while i + 1 < len(t) and t[i + 1] <= x:
            i += 1
        inside = forgiven > 0 and i + 1 < len(t) and t[i] <= x
        wide = max(dx, t[i + 1] - x, x - t[i]) if inside else dx
        steps.append(max(t[i + 1] - t[i], t[i] - t[i - 1] if i else 0.0) if inside else 0.0)
        windows.append([x - wide, x + wide])
    for k in range(len(q) - 2, -1, -1):
        windows[k][0] = min(windows[k][0], windows[k + 1][0])
    for k in range(1, len(q)):
        windows[k][1] = max(windows[k][1], windows[k - 1][1])
    begun, longest = None, 0.0
    for x, w, step, (low, high) in zip(q, v, steps, bounds(t, y, windows)):
        if low - dy <= w <= high + dy:
            begun = None
            continue
        begun, longest = (x, step) if begun is None else (begun, max(longest, step))
        if not forgiven or x - begun > min(forgiven, 2 * longest) or not w == w:
            return begun
    return None


def differs(t, y, q, v):
    """First time at which the result (q, v) differs from the reference (t, y)."""
    span, high, low = t[-1] - t[0], max(y), min(y)
    most, rough = max(abs(high), abs(low)), 1e-8
    scale = high - low if high - low >= rough else most if most >= rough else math.inf
    dy = max(2e-3 * (high - low), 1e-5 * most, min(1e-6, 0.01 * scale))
    every = period(t, y) if high - low >= rough else math.inf
    dx = max(min(2e-3 * span, 0.1 * every), 2e-5 * span)
    q, v = first_and_last(q, v)
    near = [i for i, x in enumerate(q) if t[0] - 1e-9 * span <= x <= t[-1] + 1e-9 * span]
    at = leaves_tube(*with_branches(t, y), [q[i] for i in near], [v[i] for i in near], dx, dy)
    if at is not None:
        return at
    t, y = first_and_last(t, y)
    return leaves_tube(*with_branches(q, v), t, y, dx, dy, min(2e-3 * span, 0.05 * every))


def compare(ref, got, wanted):
    """What differs, at most three signals of it."""
    bad = []
    if got["time"][-1] < ref["time"][-1] - 2e-3 * (ref["time"][-1] - ref["time"][0]):
        bad.append("ends at time %g" % got["time"][-1])
    for name in sorted(wanted):
        if name not in ref or name not in got:
            bad.append(name + (" is missing" if name in ref else " is missing in the reference"))
            continue
        at = differs(ref["time"], ref[name], got["time"], got[name])
        if at is not None:
            bad.append("%s differs at time %g" % (name, at))
    return "; ".join(bad[:3])


# ---- One model ----

def settings(folder):
    """Stop time, output interval and tolerance of the reference run, as its log tells them."""
    values = {}
    for file in ("creation.txt", "simulate_passed.log"):
        path = os.path.join(folder, file)
        text = open(path, encoding="utf-8", errors="replace").read() if os.path.exists(path) else ""
        for key in ("StartTime", "StopTime", "Interval", "Tolerance"):
            m = re.search(r"\b%s\s*[=:]\s*([-+.\deE]+)" % key, text, re.I)
            if m and key not in values:
                values[key] = float(m.group(1))
    return values


def reference_of(name, ref):
    folder = os.path.join(ref, *name.split("."))
    path = os.path.join(folder, name.split(".")[-1] + ".csv")
    signals = os.path.join(folder, "comparisonSignals.txt")
    if not os.path.exists(path) or not os.path.exists(signals):
        return None
    wanted = {plain(s) for s in open(signals, encoding="utf-8-sig")
              if s.strip() and not s.startswith(("//", "#")) and plain(s) != "time"}
    return folder, read(path, wanted), wanted


def file_of(msl, name):
    words = name.split(".")
    for n in range(len(words), 0, -1):
        path = os.path.join(msl, *words[:n])
        for file in (path + ".mo", os.path.join(path, "package.mo")):
            if os.path.exists(file):
                return file
    return ""


def flatten(kron, msl, name):
    """How many of the steps succeed, and what the first error is."""
    r = run([kron, "flatten", "-I", msl, name])
    if r.returncode == 0:
        return 2, None
    p = run([kron, "parse", file_of(msl, name)])
    return (1, "flatten: " + first_error(r)) if p.returncode == 0 else (0, "parse: " + first_error(p))


def verify(kron, msl, ref, folder):
    """The same of the run that a reference is of; the seconds it takes."""
    name = RENAMED.get(folder, folder)
    found = reference_of(folder, ref)
    if not found:
        return flatten(kron, msl, name) + (0.0,)
    folder, reference, wanted = found
    given, times = settings(folder), reference["time"]
    stop, interval = max(times[-1], times[0]), given.get("Interval", 0)
    args = [kron, "simulate", "-I", msl, name, "--quiet", "--stop", repr(stop)]
    if interval > 0:
        args += ["--interval", repr(interval)]
    if given.get("Tolerance"):
        args += ["--tolerance", repr(given["Tolerance"])]
    with tempfile.TemporaryDirectory() as tmp:  # models write files
        args += ["-o", os.path.join(tmp, "r.csv")]
        begin = time.time()
        r = run(args + [w for signal in sorted(wanted) for w in ("--vars", signal)], folder=tmp)
        if r.returncode == 2 and "no variable matches" in r.stderr:
            r = run(args, folder=tmp)
        seconds = time.time() - begin
        if r.returncode == 0:
            why = compare(reference, read(args[-1], wanted), wanted)
            return 4 if why else 5, why and "differs: " + why, seconds
    steps, why = flatten(kron, msl, name)
    if steps == 2:
        s = run([kron, "structure", "-I", msl, name, "--json"])
        steps, why = (3, "simulate: " + first_error(r)) if s.returncode == 0 else (2, "translate: " + first_error(s))
    return steps, why, seconds


# ---- All of them ----

def iterates_too_much(kron, msl, name):
    r = run([kron, "structure", "--json", "--quiet", "--method", "bdf", "-I", msl, name])
    if r.returncode:
        return first_error(r)
    most = max(b["iteration"] for b in json.loads(r.stdout)["step"] if b["kind"] == "nonlinear" or not b["iteration"])
    return "a step iterates over %d unknowns" % most if most > MOST_ITERATED[name] else ""


def fails_by_default(kron, msl, name):
    r = run([kron, "simulate", "-I", msl, name, "--quiet", "-o", os.devnull])
    return first_error(r) if r.returncode else ""


def listed():
    lines = open(os.path.join(HERE, "models.txt"))
    return [l.split() for l in lines if l.strip() and not l.startswith("#")]


def library(name):
    words = name.split(".")
    inner = len(words) > 3 and words[1] in ("Electrical", "Mechanics", "Magnetic", "Thermal")
    return ".".join(words[:3 if inner else 2])


def table(results):
    groups = collections.defaultdict(list)
    for name, steps, _, seconds in results:
        groups[library(name)].append((steps, seconds))
        groups["all"].append((steps, seconds))
    print("\n%-38s %6s" % ("library", "models") + "".join("%12s" % s for s in STEPS) + "  median s   max s")
    for lib in sorted(groups, key=lambda g: (g == "all", g)):
        rows = groups[lib]
        print("%-38s %6d" % (lib, len(rows)) +
              "".join("%12d" % sum(s > k for s, _ in rows) for k in range(len(STEPS))) +
              "%10.2f%8.1f" % (statistics.median(t for _, t in rows), max(t for _, t in rows)))


def main():
    p = argparse.ArgumentParser(description="the Modelica Standard Library as a test")
    p.add_argument("kron")
    p.add_argument("msl", nargs="?", default="")
    p.add_argument("ref", nargs="?", default="")
    p.add_argument("--only", default="", help="only models whose name contains this text")
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    opt = p.parse_args()
    if not os.path.isdir(os.path.join(opt.msl, "Modelica")):
        print("skipped: no Modelica Standard Library (make check-msl MSL=DIR [REF=DIR])")
        return 0
    opt.kron = os.path.abspath(opt.kron) if os.sep in opt.kron else opt.kron
    opt.msl = os.path.abspath(opt.msl)
    r = run([opt.kron, "parse"] + [os.path.join(opt.msl, d) for d in ("Modelica", "ModelicaTest")
                                   if os.path.isdir(os.path.join(opt.msl, d))])
    print(r.stdout.strip() or r.stderr.strip())
    must = {w[0]: w[1] != "-" for w in listed()}
    names = list(must)
    if opt.ref:
        names = sorted(".".join(os.path.relpath(d, opt.ref).split(os.sep))
                       for d, _, files in os.walk(opt.ref) if "comparisonSignals.txt" in files)
    names = [n for n in names if opt.only in n]
    results, lost = [], 0 if r.returncode == 0 else 1
    work = (lambda n: verify(opt.kron, opt.msl, opt.ref, n)) if opt.ref else \
           (lambda n: flatten(opt.kron, opt.msl, n) + (0.0,))
    with concurrent.futures.ThreadPoolExecutor(opt.jobs) as pool:
        for name, (steps, why, seconds) in zip(names, pool.map(work, names)):
            results.append((name, steps, why, seconds))
            listed_as = RENAMED.get(name, name)
            needed = 5 if must.get(listed_as) and opt.ref else 2 if listed_as in must else 0
            lost += steps < needed
            if why:
                print("%s %s\n    %s" % ("LOST   " if steps < needed else "not yet", name, why), flush=True)
            if sys.stderr.isatty():
                sys.stderr.write("\r%d of %d\r" % (len(results), len(names)))
    checks = [(n, iterates_too_much) for n in MOST_ITERATED] + [(n, fails_by_default) for n in BY_DEFAULT]
    for name, check in (c for c in checks if opt.only in c[0]):
        why = check(opt.kron, opt.msl, name)
        lost += why != ""
        if why:
            print("LOST    %s\n    %s" % (name, why))
    if results:
        table(results)
    print("%d models, %d lost" % (len(results), lost))
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
