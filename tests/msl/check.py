#!/usr/bin/env python3
"""Models of the Modelica Standard Library, where it is at hand.

    tests/msl/check.py KRON MSL [REF]

MSL is the folder that holds `Modelica` and `ModelicaTest` of version 4.1.0; REF a checkout of the
published reference results. Every file must be parsed, every model in tests/msl/models.txt must flatten;
with REF those with a stop time are simulated and compared, signal by signal: the result must stay in a
tube around the reference, 0.2 % of the signal's range high and 0.2 % of the time span wide, and the
reference in one around the result.
"""
import bisect, concurrent.futures, csv, os, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def run(args, timeout=120):
    try:
        return subprocess.run(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              errors="replace", timeout=timeout)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(args, -999, "", "timed out after %d s" % timeout)


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


def compare(reference, result, signals):
    wanted = {plain(s) for s in open(signals, encoding="utf-8") if s.strip() and plain(s) != "time"}
    ref, got = read(reference, wanted), read(result, wanted)
    bad = []
    for name in sorted(wanted & set(ref)):
        if name not in got:
            bad.append(name + " is missing")
            continue
        y = ref[name]
        dy = max(2e-3 * (max(y) - min(y)), 1e-4 * max(map(abs, y)), 1e-6)
        dx = 2e-3 * (ref["time"][-1] - ref["time"][0])
        at = outside(ref["time"], y, got["time"], got[name], dx, dy)
        if at is None:
            at = outside(got["time"], got[name], ref["time"], y, dx, dy)
        if at is not None:
            bad.append("%s differs at time %g" % (name, at))
    return bad


def one(kron, msl, ref, line):
    words = line.split()
    name, stop, interval = words[0], words[1], words[2]
    r = run([kron, "flatten", "-I", msl, name])
    if r.returncode != 0:
        return name, "flatten: " + (r.stderr.splitlines() or ["?"])[0]
    folder = os.path.join(ref, *name.split(".")) if ref else ""
    if not os.path.isdir(folder) or stop == "-":
        return name, None
    with tempfile.TemporaryDirectory() as tmp:
        out = os.path.join(tmp, "r.csv")
        r = run([kron, "simulate", "-I", msl, name, "--stop", stop, "--interval", interval, "--tolerance",
                 "1e-6", "--vars", "*", "-o", out, "--quiet"])
        if r.returncode != 0:
            return name, "simulate: " + (r.stderr.splitlines() or ["?"])[0]
        last = name.split(".")[-1]
        bad = compare(os.path.join(folder, last + ".csv"), out,
                      os.path.join(folder, "comparisonSignals.txt"))
    return name, "; ".join(bad[:3]) or None


def main():
    kron, msl, ref = sys.argv[1], sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else ""
    if not os.path.isdir(os.path.join(msl, "Modelica")):
        print("skipped: no Modelica Standard Library (make check-msl MSL=DIR [REF=DIR])")
        return 0
    r = run([kron, "parse"] + [os.path.join(msl, d) for d in ("Modelica", "ModelicaTest")
                               if os.path.isdir(os.path.join(msl, d))])
    print(r.stdout.strip() or r.stderr.strip())
    passed, failed = int(r.returncode == 0), int(r.returncode != 0)
    lines = [l for l in open(os.path.join(HERE, "models.txt")) if l.strip() and not l.startswith("#")]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        for name, why in pool.map(lambda l: one(kron, msl, ref, l), lines):
            passed, failed = passed + (not why), failed + bool(why)
            if why:
                print("FAILED   %s\n    %s" % (name, why))
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
