#!/usr/bin/env python3
"""The Modelica Standard Library as a test, where it is at hand.

    tests/msl/check.py KRON MSL [REF] [--only TEXT] [--jobs N]

MSL is the folder that holds `Modelica` and `ModelicaTest` of version 4.1.0, REF a checkout of the published
reference results. Every file must be parsed. Without REF every model in tests/msl/models.txt must flatten.
With REF every model that has a reference is simulated as its reference says and compared, signal by signal:
the result must stay in a tube around the reference, 0.2 % of the signal's range high and 0.2 % of the time
span wide, and the reference in one around the result. A table says for every library how many models are
flattened, translated, simulated and verified, and how long they take; before it stands what fails, with its
first error. The models in tests/msl/models.txt must be verified: if one is not, the status is 1.
"""
import argparse, bisect, collections, concurrent.futures, csv, os, re, statistics, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
STEPS = ("flattened", "translated", "simulated", "verified")


def run(args, timeout=300):
    try:
        return subprocess.run(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              errors="replace", timeout=timeout)
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
            values = [number(row[i]) for _, i in keep]
            # Of several rows at one instant the first and the last count.
            again = len(columns["time"]) > 1 and columns["time"][-2] == values[0]
            for (n, _), x in zip(keep, values):
                if again:
                    columns[n][-1] = x
                else:
                    columns[n].append(x)
    return columns


def bounds(t, y, a, b):
    """Least and largest value of the curve over [a, b]."""
    i, j = bisect.bisect_left(t, a), bisect.bisect_right(t, b)
    values = y[i:j]
    for x, k in ((a, i), (b, j)):
        if 0 < k < len(t):
            w = (x - t[k - 1]) / (t[k] - t[k - 1]) if t[k] > t[k - 1] else 1.0
            values.append(y[k - 1] + w * (y[k] - y[k - 1]))
    if not values:
        values = [y[0] if b < t[0] else y[-1]]
    return min(values), max(values)


def outside(ta, ya, tb, yb, dx, dy):
    """First time at which curve b leaves the tube around curve a."""
    for x, y in zip(tb, yb):
        if ta[0] <= x <= ta[-1]:
            lo, hi = bounds(ta, ya, x - dx, x + dx)
            if not lo - dy <= y <= hi + dy:
                return x
    return None


def compare(ref, got, wanted):
    """What differs, at most three signals of it."""
    bad = []
    if got["time"][-1] < ref["time"][-1] - 1e-6 * (ref["time"][-1] - ref["time"][0]):
        bad.append("ends at time %g" % got["time"][-1])
    for name in sorted(wanted):
        if name not in ref or name not in got:
            bad.append(name + (" is missing" if name in ref else " is missing in the reference"))
            continue
        y = ref[name]
        dy = max(2e-3 * (max(y) - min(y)), 1e-4 * max(map(abs, y)), 1e-6)
        dx = 2e-3 * (ref["time"][-1] - ref["time"][0])
        at = outside(ref["time"], y, got["time"], got[name], dx, dy)
        if at is None:
            at = outside(got["time"], got[name], ref["time"], y, dx, dy)
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


def flatten(kron, msl, name):
    r = run([kron, "flatten", "-I", msl, name])
    return (1, None) if r.returncode == 0 else (0, "flatten: " + first_error(r))


def verify(kron, msl, ref, name):
    """How many of the steps succeed, and what the first error is; the seconds of the run."""
    found = reference_of(name, ref)
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
    with tempfile.TemporaryDirectory() as tmp:
        out = os.path.join(tmp, "r.csv")
        begin = time.time()
        r = run(args + ["-o", out, "--vars", "*"])
        if r.returncode == 2 and "no variable matches" in r.stderr:
            r = run(args + ["-o", out])
        seconds = time.time() - begin
        if r.returncode == 0:
            why = compare(reference, read(out, wanted), wanted)
            return 3 if why else 4, why and "differs: " + why, seconds
    steps, why = flatten(kron, msl, name)
    if steps:
        s = run([kron, "structure", "-I", msl, name, "--json"])
        steps, why = (2, "simulate: " + first_error(r)) if s.returncode == 0 else (1, "translate: " + first_error(s))
    return steps, why, seconds


# ---- All of them ----

def listed():
    lines = open(os.path.join(HERE, "models.txt"))
    return [l.split() for l in lines if l.strip() and not l.startswith("#")]


def library(name):
    words = name.split(".")
    return ".".join(words[:3] if words[1] in ("Electrical", "Mechanics", "Magnetic", "Thermal") else words[:2])


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
            needed = 4 if must.get(name) and opt.ref else 1 if name in must else 0
            lost += steps < needed
            if why:
                print("%s %s\n    %s" % ("LOST   " if steps < needed else "not yet", name, why), flush=True)
            if sys.stderr.isatty():
                sys.stderr.write("\r%d of %d\r" % (len(results), len(names)))
    if results:
        table(results)
    print("%d models, %d lost" % (len(results), lost))
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
