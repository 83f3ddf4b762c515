#!/usr/bin/env python3
"""Inlined integration methods against SUNDIALS, at equal measured accuracy (bench/README.md).

    run.py KRON [--sundials DIR] [--models A,B] [--error E] [--runs N] [--count] [--out DIR]

Each model is translated once (that time is apart), compiled by cc -O2 and run by integrate.c. For every way the
loosest tolerance is taken whose error against a tight reference is at most E; then all ways run in turn."""
import argparse
import array
import csv
import os
import statistics
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "multibody"))
from tools import CC, ROOT, Skipped, Tools, libraries, numbers, run  # noqa: E402

# Model, settings, stop time.
MODELS = [("Filters", {}, 20), ("SecondOrder", {}, 10), ("Loop", {}, 50), ("Plant", {}, 100), ("Diagonal", {}, 20),
          ("Ladder", {}, 1e6), ("Line", {}, 400), ("Diodes", {}, 20), ("Charges", {}, 2000), ("Plate", {}, 10),
          ("Brusselator", {}, 10), ("Masses", {}, 10), ("Exchanger", {}, 10), ("Amplifiers", {}, 0.2),
          ("Drives", {}, 10), ("Arm", {}, 5), ("Robot", {}, 1.5)]
ELSEWHERE = {"Robot": os.path.join(ROOT, "examples", "papers", "inline", "Robot.mo")}
FIXED = ("Filters", "Loop", "Plant", "Diagonal", "Robot")  # have no size
STANDARD = ["standard", "ida", "cvode"]
INLINED = ["bdf", "sdirk", "radau"]
POINTS = 20
TIGHT = 1e-11
COLUMNS = ["model", "states", "way", "tolerance", "error", "cpu", "steps", "rejected", "evaluations", "jacobians",
           "iterations", "size", "entries", "events", "translate_s"]


class Bench(Tools):
    def program(self, model, settings, method, source=None):
        """Translates for an inlined method and compiles; the program, and seconds of translation."""
        name = self.path("%s-%s" % (model, method))
        source = source or ELSEWHERE.get(model) or os.path.join(HERE, "Models.mo") + ":Models." + model
        options = [item for s in settings.items() for item in ("--set", "%s=%s" % s)]
        _, seconds = run([self.kron, "translate", source, "--to", "c", "--method", method, "-o", name + ".c"] + options,
                         self.args.limit)
        place = ["-L" + self.args.sundials, "-Wl,-rpath," + self.args.sundials] if self.args.sundials else []
        run(CC + ["-std=c17", "-O2", "-w", "-I" + ROOT, '-DMODEL="%s.c"' % name, "-o", name,
                  os.path.join(HERE, "integrate.c"), os.path.join(self.build, "libkron.a")] + place + libraries(), 900)
        return name, seconds

    def once(self, program, method, tolerance, stop, keep, points=POINTS):
        file = self.path("states") if keep else "-"
        out, _ = run([program, method, "%.6g" % tolerance, "%.17g" % stop, str(points), file,
                      str(self.args.seconds)], self.args.limit)
        values = None
        if keep:
            values = array.array("d")
            with open(file, "rb") as f:
                values.frombytes(f.read())
        return numbers(out)[0], values

    def counted(self, program, method, tolerance, stop):
        """Instructions of the run alone, in billions: what a busy machine does not change."""
        run(["valgrind", "--tool=callgrind", "--toggle-collect=k_simulate", "--callgrind-out-file=" + self.path("counts"), program, method,
             "%.6g" % tolerance, "%.17g" % stop, str(POINTS), "-", "1e-9"], 100 * self.args.limit)
        with open(self.path("counts"), encoding="utf-8") as f:
            return 1e-9 * next(int(l.split()[1]) for l in f if l.startswith(("summary:", "totals:")))

    def fitting(self, program, method, stop, reference):
        """The loosest tolerance, in steps of a quarter of a decade, that gives the accuracy."""
        found, misses, exponent = None, 0, round(4 * -self.log(self.args.error)) - 8
        while misses < 3 and exponent > 4:  # to looser ones while they are good enough
            row, values = self.tried(program, method, exponent, stop, reference)
            if row and row["error"] <= self.args.error:
                found = row if not found or row["steps"] <= found["steps"] else found
                misses = 0
            elif found or exponent <= 8:
                misses += 1
            else:
                break
            exponent -= 1
        exponent = round(4 * -self.log(self.args.error)) - 7
        while not found and exponent < 48:
            row, values = self.tried(program, method, exponent, stop, reference)
            found = row if row and row["error"] <= self.args.error else None
            exponent += 1
        if not found:
            raise Skipped("no tolerance gives an error of %g" % self.args.error)
        return found

    @staticmethod
    def log(x):
        import math
        return math.log10(x)

    def tried(self, program, method, exponent, stop, reference):
        tolerance = 10 ** (-exponent / 4)
        try:
            row, values = self.once(program, method, tolerance, stop, True)
        except Skipped:
            return None, None
        row["tolerance"] = tolerance
        row["error"] = error_of(values, reference, int(row["states"]))
        return row, values


def error_of(values, reference, n):
    """The largest error of a state against the largest value it has."""
    if len(values) != len(reference):
        return float("inf")
    worst = 0
    for i in range(n):
        size = max(abs(x) for x in reference[i::n])
        if size > 0:
            worst = max(worst, max(abs(a - b) for a, b in zip(values[i::n], reference[i::n])) / size)
    return worst


def measure(bench, model, settings, stop):
    """A row for each way of a model."""
    rows, programs = [], {}
    for method in INLINED:
        try:
            programs[method] = bench.program(model, settings, method)
        except Skipped as why:
            if method == "bdf":
                raise
            print("%s, %s: not run, %s" % (model, method, why), flush=True)
    base = programs["bdf"][0]
    reference = bench.once(base, "ida", TIGHT, stop, True)[1]
    check = bench.once(base, "bdf", TIGHT, stop, True)
    apart = error_of(check[1], reference, int(check[0]["states"]))
    if apart > 0.05 * bench.args.error:
        print("%s: references differ by %.2g" % (model, apart), flush=True)
    ways = [(way, base) for way in STANDARD + ["auto"]] + [(way, programs[way][0]) for way in INLINED if way in programs]
    for way, program in ways:
        try:
            row = bench.fitting(program, way, stop, reference)
        except Skipped as why:
            print("%s, %s: not run, %s" % (model, way, why), flush=True)
            continue
        row.update(model=model, way=way, program=program, times=[], stop=stop,
                   translate_s=programs[way if way in programs else "bdf"][1])
        rows.append(row)
    for _ in range(bench.args.runs):
        for row in rows:
            of = row["program"], row["way"], row["tolerance"], stop
            row["times"].append(bench.counted(*of) if bench.args.count else bench.once(*of, False)[0]["cpu"])
    for row in rows:
        row["cpu"] = statistics.median(row["times"])
    return rows


def hand_written(bench, n):
    """The ladder of n nodes to t = 2 n^2 against SDIRK written by hand (ladder.c), without output, at equal accuracy."""
    hand = bench.path("ladder")
    run(CC + ["-std=c17", "-O2", "-o", hand, os.path.join(HERE, "ladder.c"), "-lm"], 120)
    program = bench.program("Hand", {"n": n}, "sdirk", os.path.join(os.path.dirname(HERE), "Ladder.mo"))[0]

    def by_hand(tolerance, seconds):
        named, values = numbers(run([hand, str(n), "%g" % tolerance, "1", str(seconds)], bench.args.limit)[0])
        return named, values[0]
    exact = by_hand(1e-9, 1e-6)[1]
    for tolerance in (1e-3, 1e-4, 1e-5):
        named, value = by_hand(tolerance, 1e-6)
        error = abs(value - exact)
        for exponent in range(48, 160):
            row, states = bench.once(program, "sdirk", 10 ** (-exponent / 16), 2.0 * n * n, True, 1)
            if abs(states[-1] - exact) <= error:
                break
        times = [[], []]
        for _ in range(bench.args.runs):
            times[0].append(by_hand(tolerance, bench.args.seconds)[0]["cpu"])
            times[1].append(bench.once(program, "sdirk", 10 ** (-exponent / 16), 2.0 * n * n, False, 1)[0]["cpu"])
        a, b = map(statistics.median, times)
        print("ladder of %d: by hand %.2f ms, %d steps, error %.1e; kron's sdirk %.2f ms, %d steps, error %.1e: %.2f of it" % (
            n, 1e3 * a, named["steps"], error, 1e3 * b, row["steps"], abs(states[-1] - exact), b / a), flush=True)


def show(rows):
    for row in rows:
        print("%-12s %5d  %-9s %8.1e %8.1e %10.3f ms %7d %7d %8d %7d %8d %6d" % (
            row["model"], row["states"], row["way"], row["tolerance"], row["error"], 1e3 * row["cpu"], row["steps"],
            row["rejected"], row["evaluations"], row["jacobians"], row["iterations"], row["size"]), flush=True)


def ratios(all_rows):
    """Of the best inlined method to the others, and of auto to it."""
    print("\n%-12s %-8s %10s %10s %10s %10s" % ("model", "best", "/standard", "/ida", "/cvode", "auto/best"))
    sums = {}
    for model in dict.fromkeys(r["model"] for r in all_rows):
        of = {r["way"]: r["cpu"] for r in all_rows if r["model"] == model}
        best = min((w for w in INLINED if w in of), key=of.get, default=None)
        if not best:
            continue
        line = [of[best] / of[w] if w in of else float("nan") for w in STANDARD]
        line.append(of["auto"] / of[best] if "auto" in of else float("nan"))
        print("%-12s %-8s %10.3f %10.3f %10.3f %10.3f" % tuple([model, best] + line), flush=True)
        for way in list(of) + ["best"]:
            sums[way] = sums.get(way, 0) + (of[best] if way == "best" else of[way])
    print("sum, ms: " + ", ".join("%s %.3f" % (way, 1e3 * s) for way, s in sums.items()))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kron")
    parser.add_argument("--sundials", help="folder of libraries compiled with optimisation")
    parser.add_argument("--models")
    parser.add_argument("--error", type=float, default=1e-5)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=0.5, help="short runs are repeated for so long")
    parser.add_argument("--limit", type=float, default=120)
    parser.add_argument("--count", action="store_true", help="instructions (valgrind) instead of seconds: billions, as if it were seconds")
    parser.add_argument("--size", type=int, help="n of models that have one")
    parser.add_argument("--hand", type=int, help="only the ladder of so many nodes against SDIRK written by hand")
    parser.add_argument("--out")
    args = parser.parse_args()
    args.runs = 1 if args.count else args.runs
    bench = Bench(args, "inline")
    if not args.sundials:
        print("SUNDIALS as it is installed: Debian's is compiled without optimisation, so that ratios flatter kron")
    if args.hand:
        return hand_written(bench, args.hand)
    print("%-12s %5s  %-9s %8s %8s %13s %7s %7s %8s %7s %8s %6s" % (
        "model", "n", "way", "tol", "error", "cpu", "steps", "failed", "evals", "jac", "newton", "size"))
    rows, chosen = [], args.models.split(",") if args.models else [m[0] for m in MODELS]
    for model, settings, stop in MODELS:
        if model not in chosen:
            continue
        if args.size and model not in FIXED:
            settings = dict(settings, n=args.size)
        try:
            of_model = measure(bench, model, settings, stop)
        except Skipped as why:
            print("%s: not run, %s" % (model, why), flush=True)
            continue
        show(of_model)
        rows += of_model
    ratios(rows)
    with open(bench.path("times.csv"), "w", encoding="utf-8") as f:
        table = csv.DictWriter(f, COLUMNS, extrasaction="ignore")
        table.writeheader()
        table.writerows(rows)


if __name__ == "__main__":
    main()
