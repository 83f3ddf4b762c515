#!/usr/bin/env python3
"""FMUs of MSL models in FMPy against `kron simulate`: make check-fmi.

check.py KRON MSL [--models FILE] [--versions 2,3] [--types me,cs] [-k PATTERN] [--out DIR] [-j N]

FMPy is found on PYTHONPATH, its CVODE built from SUNDIALS (docs/fmi.md). Each model is run by kron at
tolerance 1e-6, exported, its FMU validated (schema and FMPy's own rules), run as Model Exchange with
CVODE and as Co-Simulation, and both compared with kron's run by `kron compare`, tube 1e-3; where that
differs, which is said, the signals that do once more with both at 1e-8, for Model Exchange at more points, and at these only: between
points values are taken from straight lines, and the points at events are not the same in both, so what passes faster than the points
come differs by that alone. Results of Co-Simulation have no rows at events: they are compared at the communication points, within
1e-3 of the range of kron's whole run.
"""
import argparse, concurrent.futures, csv, glob, json, os, re, subprocess, sys, time, zipfile

POINTS = 487  # points at which no event happens to lie
DENSE = 20011  # for signals that differ
STEPS = 100000  # of FMPy's CVODE between points, 500 unless told
PULSE = 1e-9  # of the run: a discrete variable that has another value for less time does not have it
ROUNDING = 1e-8  # signals of kron that are never larger than this are zero but for rounding ...
DRIFT = 1000  # ... if in the other result they are not larger than so many tolerances: FMPy's CVODE adds up errors


def run(args, **more):
    return subprocess.run(args, capture_output=True, text=True, **more)


def read_csv(path):
    with open(path, newline="") as f:
        rows = csv.reader(f)
        return next(rows), [list(map(float, r)) for r in rows]


def write_csv(path, names, rows):
    with open(path, "w", newline="") as f:
        out = csv.writer(f)
        out.writerow(names)
        out.writerows(rows)


def at_points(names, rows, times, near=None):
    """The last row at each of the times; where there are several, since there is an event, of each column
    the value that is closest to the one in `near`, a result at these times: before or after it."""
    kept, at = [], 0
    close = 1e-9 * (times[-1] - times[0])
    other = {n: i for i, n in enumerate(near[0])} if near else {}
    beside = {round(r[0] / close): r for r in near[1]} if near and close > 0 else {}
    for t in times:
        found = []
        while at < len(rows) and rows[at][0] <= t + close:
            if rows[at][0] >= t - close:
                found.append(rows[at])
            at += 1
        if not found:
            continue
        row, by = found[-1], beside.get(round(t / close)) if close > 0 else None
        if by and len(found) > 1:
            row = [min((r[i] for r in found), key=lambda x: abs(x - by[other[n]])) if n in other else found[-1][i]
                   for i, n in enumerate(names)]
        kept.append([t] + row[1:])
    return names, kept


def without_pulses(names, rows):
    """One of the two may pass in two events close to each other what the other does in the iteration of one."""
    close = PULSE * (rows[-1][0] - rows[0][0]) if rows else 0
    for i in range(1, len(names)):
        begin = 0
        if any(r[i] != int(r[i]) for r in rows if abs(r[i]) < 1e9):
            continue
        for k in range(1, len(rows)):
            if rows[k][i] == rows[k - 1][i]:
                continue
            if begin and rows[k][0] - rows[begin][0] < close and rows[k][i] == rows[begin - 1][i]:
                for j in range(begin, k):
                    rows[j][i] = rows[k][i]
            begin = k
    return names, rows


def worker(fmu, kind, start, stop, points, tolerance, out, only=None):
    """In a process of its own: a wrong FMU may end it."""
    from fmpy import simulate_fmu, read_model_description
    from fmpy.sundials import CVodeSolver
    *defaults, _ = CVodeSolver.__init__.__defaults__  # the last is how many steps it takes at most from point to point
    CVodeSolver.__init__.__defaults__ = (*defaults, STEPS)
    description = read_model_description(fmu)
    names = [v.name for v in description.modelVariables
             if v.type != "String" and v.causality != "independent"
             and v.variability in ("continuous", "discrete") and not v.name.startswith("_")]
    if only:
        with open(only) as f:
            wanted = set(json.load(f))
        names = [n for n in names if n in wanted or any(w.startswith(n + "[") for w in wanted)]
    result = simulate_fmu(fmu, fmi_type="ModelExchange" if kind == "me" else "CoSimulation", output=names,
                          start_time=start, stop_time=stop, output_interval=(stop - start) / points,
                          relative_tolerance=tolerance, record_events=True, validate=False)
    columns, values = ["time"], [result["time"]]
    for name in result.dtype.names[1:]:
        array = result[name]
        if array.ndim == 1:
            columns.append(name)
            values.append(array)
            continue
        import numpy
        for index in numpy.ndindex(array.shape[1:]):
            columns.append("%s[%s]" % (name, ",".join(str(i + 1) for i in index)))
            values.append(array[(slice(None),) + index])
    write_csv(out, columns, zip(*[[float(x) for x in v] for v in values]))


def validate(fmu):
    code = "import sys; from fmpy.validation import validate_fmu; p = validate_fmu(sys.argv[1]); print(p if p else 'valid')"
    said = run([sys.executable, "-c", code, fmu])
    lines = said.stdout.strip().splitlines()
    return None if lines and lines[-1] == "valid" else (lines or said.stderr.strip().splitlines() or ["?"])[-1][:300]


def compare(kron, a, b):
    """None, or the worst difference; and the names of all that differ."""
    said = run([kron, "compare", a, b, "--json"])
    try:
        answer = json.loads(said.stdout)
    except ValueError:
        return (said.stderr or said.stdout).strip()[:300], None
    if not answer.get("differ", 1):
        return None, None
    return "%s of %s differ, worst %s" % (answer.get("differ"), answer.get("agree", 0) + answer["differ"], answer.get("worst")), [
        s["name"] for s in answer["signals"] if not s["agree"]]


def largest(names, rows):
    return {n: max((abs(r[i]) for r in rows), default=0) for i, n in enumerate(names)}


def same_names(a, b, out, tolerance=None):
    """The columns of result a that b has too, and, with a tolerance, that are not zero in both; and how many are."""
    names, rows = read_csv(a)
    other = largest(*read_csv(b))
    common = [i for i, n in enumerate(names) if n in other and not n.startswith("state(")]
    own = largest(names, rows)
    keep = [i for i in common if names[i] == "time" or tolerance is None or own[names[i]] > ROUNDING or
            other[names[i]] > DRIFT * tolerance]
    write_csv(out, [names[i] for i in keep], [[r[i] for i in keep] for r in rows])
    return len(keep) - 1, len(common) - len(keep)


def at_times(made, against, times=None):
    """Both results at these times, or at those of the first one."""
    result, other = read_csv(made), read_csv(against)
    result = at_points(*result, times or sorted({r[0] for r in result[1]}))
    write_csv(made, *result)
    write_csv(against, *at_points(*other, [r[0] for r in result[1]], near=result))


def extremes(path):
    """The smallest and the largest value of each column."""
    names, rows = read_csv(path)
    columns = list(zip(*rows))
    return names, [min(c) for c in columns], [max(c) for c in columns]


def of_range(paths, found):
    """Both results with the extremes of the whole run of kron behind their end: the tube is 1e-3 of that range, not of what
    it is at the communication points, between which signals at switches may have nearly all of it."""
    names, *rows = found
    for path in paths:
        own, kept = read_csv(path)
        place = {n: i for i, n in enumerate(names)}
        span = kept[-1][0] - kept[0][0]
        for k, row in enumerate(rows):
            kept.append([kept[-1][0] + 0.01 * span] + [row[place[n]] if n in place else kept[-1][i + 1] for i, n in enumerate(own[1:])])
        write_csv(path, own, kept)


def before(path, limit):
    """Without the stop time itself: rounding decides whether an event that is due there happens."""
    names, rows = read_csv(path)
    write_csv(path, names, [r for r in rows if r[0] < limit] or rows)


def run_one(o, fmu, kind, times, points, tolerance, made, against, only=None):
    """None, or what is wrong with the result; and the names of the signals that differ."""
    start, stop, end = times
    args = [fmu, kind] + [repr(x) for x in (start, stop, points, tolerance)] + [made] + ([only] if only else [])
    said = run([sys.executable, os.path.abspath(__file__), "--worker"] + args, timeout=600)
    if said.returncode:
        lines = said.stderr.strip().splitlines() or said.stdout.strip().splitlines()
        return (" | ".join(lines[-3:]) or "crashed: %d" % said.returncode)[-300:], None
    common = made + ".common.csv"
    left, zero = same_names(against, made, common, tolerance)
    whole = extremes(common)
    if not left:
        return None if zero else "no signal in common", None
    if kind == "cs":
        at_times(made, common)
    elif only:
        at_times(made, common, [start + i * (stop - start) / points for i in range(points + 1)])
    for path in made, common:
        before(path, end - 1e-9 * (end - start))
    same_names(made, common, made)
    if kind == "cs":
        of_range((made, common), whole)
    wrong, names = compare(o.kron, made, common)
    if names:
        for path in made, common:
            write_csv(path, *without_pulses(*read_csv(path)))
        wrong, names = compare(o.kron, made, common)
    return wrong, names


def simulate(model, o, tolerance, points, to, only=()):
    """The run of kron itself: where it starts and stops; or what it said."""
    said = run([o.kron, "simulate", model, "-I", o.msl, "--tolerance", repr(tolerance), "--intervals", str(points), "-o", to,
                "--json", "--quiet"] + [x for name in only for x in ("--vars", name)], timeout=300)
    return said.stderr.strip()[:200] if said.returncode else json.loads(said.stdout)


def check_run(model, o, fmu, version, kind, times):
    """At 1e-6; where that differs, is it the FMU, an error of either integration, or the points? Both at 1e-8."""
    base = os.path.join(o.out, model)
    made, ref, finer = "%s.%s.%s.csv" % (base, version, kind), base + ".ref.csv", base + ".ref8.csv"
    what = "fmu%s %s" % (version, kind)
    wrong, names = run_one(o, fmu, kind, times, POINTS, 1e-6, made, ref)
    if not wrong:
        return (model, what, None)
    points, only = DENSE if kind == "me" and names else POINTS, made + ".names"
    with open(only, "w") as f:
        json.dump(names or [], f)
    if isinstance(simulate(model, o, 1e-8, points, finer, names or ()), str):
        return (model, what, wrong)
    again, _ = run_one(o, fmu, kind, times, points, 1e-8, made, finer, only if names else None)
    return (model, what, wrong + " (both at 1e-8: %s)" % again) if again else (
        model, what + " at 1e-8 (at 1e-6: %s)" % wrong[:60], None)


def asked(fmu, stats):
    """When the run starts, when it should stop, and when it did: the model may end it before."""
    with zipfile.ZipFile(fmu) as z:
        text = z.read("modelDescription.xml").decode()
    found = re.search(r'<DefaultExperiment[^>]*stopTime="([^"]*)"', text)
    return stats["start"], float(found.group(1)) if found else stats["stop"], stats["stop"]


def check(model, o):
    base = os.path.join(o.out, model)
    results = []
    for old in glob.glob(glob.escape(base) + ".ref*.csv"):
        os.remove(old)
    stats = simulate(model, o, 1e-6, POINTS, base + ".ref.csv")
    if isinstance(stats, str):
        return [(model, "kron", stats)]
    for version in o.versions.split(","):
        fmu = "%s.%s.fmu" % (base, version)
        began = time.time()
        said = run([o.kron, "translate", model, "-I", o.msl, "--to", "fmu" + version, "-o", fmu, "--quiet"], timeout=300)
        if said.returncode:
            results.append((model, "export " + version, said.stderr.strip()[:300]))
            continue
        results.append((model, "fmu%s valid (%.1f s)" % (version, time.time() - began), validate(fmu)))
        for kind in o.types.split(","):
            results.append(check_run(model, o, fmu, version, kind, asked(fmu, stats)))
    return results


def main():
    if len(sys.argv) > 1 and sys.argv[1] == "--worker":
        worker(sys.argv[2], sys.argv[3], *map(float, sys.argv[4:8]), *sys.argv[8:])
        return 0
    p = argparse.ArgumentParser()
    p.add_argument("kron")
    p.add_argument("msl")
    p.add_argument("--models", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "models.txt"))
    p.add_argument("--versions", default="2,3")
    p.add_argument("--types", default="me,cs")
    p.add_argument("--out", default="build/fmi-check")
    p.add_argument("-k", default="")
    p.add_argument("-j", type=int, default=1)
    o = p.parse_args()
    o.kron, o.msl, o.out, o.models = map(os.path.abspath, (o.kron, o.msl, o.out, o.models))
    os.makedirs(o.out, exist_ok=True)
    os.chdir(o.out)  # some models write files
    with open(o.models) as f:
        models = [line.split("#")[0].strip() for line in f]
    models = [m for m in models if m and o.k in m]
    good = finer = bad = 0

    def one(m):
        try:
            return check(m, o)
        except Exception as e:
            return [(m, "check", repr(e)[:200])]

    with concurrent.futures.ThreadPoolExecutor(o.j) as pool:
        for results in pool.map(one, models):
            for model, what, wrong in results:
                good, bad = good + (wrong is None), bad + (wrong is not None)
                finer += wrong is None and " at 1e-8 " in what
                print("%s %s %s%s" % ("ok  " if wrong is None else "FAIL", model, what, "" if wrong is None else ": " + wrong), flush=True)
    print("%d models: %d passed (%d of them at 1e-8), %d failed" % (len(models), good, finer, bad))
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
