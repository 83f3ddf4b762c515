#!/usr/bin/env python3
"""Circuits of 10 to 100,000 nodes: kron, ngspice, and IDA with KLU on the sparse tableau (bench/README.md).

    run.py KRON [--sizes 10,100] [--kinds RC] [--runs N] [--sundials DIR] [--out DIR]

ngspice runs with its default tolerances and with sharper ones; against each of its runs kron gets the loosest
tolerance whose error is not larger, or the fewest steps of one length. Errors are those of potentials at four nodes against a tight run of kron, which
the tableau confirms."""
import argparse
import bisect
import csv
import os
import shutil
import statistics
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "multibody"))
from tools import CC, ROOT, Skipped, Tools, libraries, numbers, run  # noqa: E402

KINDS = {"RC": lambda n: 2e-6 * n * n, "RLC": lambda n: 4e-6 * n, "Diodes": lambda n: 0.1}  # stop times
RELTOLS = [1e-3, 1e-6]
POINTS, FINE, STEPS = 50, 4000, 20000
LARGE = 1000  # nodes
METHODS = ["auto", "bdf", "sdirk", "radau", "trapezoid"]  # the last one has steps of one length


def netlist(kind, n, reltol, raw, probes, stop):
    """The same circuit for ngspice."""
    lines = ["* %s %d" % (kind, n)]
    put = lines.append
    if kind == "RC":
        put("V1 s 0 DC 1")
        for i in range(1, n + 1):
            put("R%d %s %d 1e3" % (i, "s" if i == 1 else i - 1, i))
            put("C%d %d 0 1e-9 IC=0" % (i, i))
    elif kind == "RLC":
        put("V1 s 0 SIN(0 1 %.17g)" % (2e6 / n))
        for i in range(1, n + 1):
            put("R%d %s m%d %.17g" % (i, "s" if i == 1 else i - 1, i, 2e3 / n))
            put("L%d m%d %d 1e-3 IC=0" % (i, i, i))
            put("C%d %d 0 1e-9 IC=0" % (i, i))
        put("Rl %d 0 1e3" % n)
    else:
        put("V1 s 0 SIN(0 5 50)")
        put(".model dm D(IS=1e-9 RS=10)")
        for i in range(1, n + 1):
            put("D%d s %d dm" % (i, i))
            put("C%d %d 0 1e-4 IC=0" % (i, i))
            put("R%d %d 0 %.17g" % (i, i, 500 * (1 + i / n)))
            if i < n:
                put("Rs%d %d %d 100" % (i, i, i + 1))
    saved = " ".join("v(%d)" % p for p in probes)
    step = stop / 50
    put(".options reltol=%g" % reltol)
    put(".control\nsave %s\ntran %.17g %.17g 0 %.17g uic" % (saved, step, stop, stop / 20))
    put("rusage trantime totiter\nset filetype=ascii\nwrite %s %s\nquit\n.endc\n.end" % (raw, saved))
    return "\n".join(lines) + "\n"


def read_raw(path, columns):
    """Rows of numbers of an ASCII raw file."""
    with open(path, encoding="utf-8") as f:
        text = f.read().split("Values:")[1].split()
    width = columns + 2
    return [[float(x) for x in text[i + 1:i + width]] for i in range(0, len(text) - width + 1, width)]


def rows_of(listed, columns):
    return [listed[i:i + columns + 1] for i in range(0, len(listed), columns + 1)]


class Reference:
    """Values at any time, by cubic interpolation in a fine grid."""
    def __init__(self, rows):
        self.rows, self.times = rows, [r[0] for r in rows]

    def at(self, t):
        k = min(max(bisect.bisect(self.times, t) - 2, 0), len(self.rows) - 4)
        out, x = None, self.times[k:k + 4]
        for i in range(4):
            w = 1.0
            for j in range(4):
                if j != i:
                    w *= (t - x[j]) / (x[i] - x[j])
            part = [w * v for v in self.rows[k + i][1:]]
            out = part if out is None else [a + b for a, b in zip(out, part)]
        return out

    def error(self, rows):
        """The largest, against the largest value there is."""
        size = max(max(abs(v) for v in r[1:]) for r in self.rows)
        begin = self.times[4]  # before it the grid is too coarse for what begins
        worst = max(abs(a - b) for r in rows if r[0] >= begin for a, b in zip(r[1:], self.at(r[0])))
        return worst / size


class Circuits(Tools):
    def __init__(self, args):
        super().__init__(args, "circuits")
        include = ["-I/usr/include/suitesparse", "-I" + ROOT, "-I" + os.path.join(ROOT, "include")]
        place = ["-L" + args.sundials, "-Wl,-rpath," + args.sundials] if args.sundials else []
        for name, extra in ("run", [os.path.join(self.build, "libkron.a")]), ("tableau", []):
            run(CC + ["-std=c17", "-O2", "-w"] + include + ["-o", self.path(name), os.path.join(HERE, name + ".c")] +
                extra + place + libraries(), 300)

    def kron_run(self, kind, n, method, tolerance, points, seconds=1e-6):
        names = ["c[%d].v" % p for p in self.probes(n)]
        os.environ["KRON_LIBRARY"] = os.path.join(ROOT, "lib")
        os.environ.pop("CC", None)
        if n <= self.args.native:
            os.environ.update(CC=CC[0], XDG_CACHE_HOME=self.path("cache"))
        out, _ = run([self.path("run"), os.path.join(HERE, "Circuits.mo") + ":Circuits." + kind, str(n), method,
                      "%.3g" % tolerance, "%.17g" % KINDS[kind](n), str(points), str(seconds)] + names, self.args.limit)
        named, listed = numbers(out)
        return named, rows_of(listed, len(names))

    @staticmethod
    def probes(n):
        return sorted({max(n // 10, 1), max(n // 4, 1), max(n // 2, 1), n})

    def ngspice(self, kind, n, reltol):
        """Of one analysis: its processor time and steps, and the rows. What ngspice itself says is elapsed time, in
        milliseconds: the difference of programs with several analyses and with one is taken instead; of large
        circuits, where a second analysis may take much longer than the first one, that with one and with none."""
        probes, raw, more = self.probes(n), self.path("out.raw"), min(max(20000 // n, 1), 200)
        text = netlist(kind, n, reltol, raw, probes, KINDS[kind](n))
        tran = next(l for l in text.splitlines() if l.startswith("tran "))
        often = text.replace(tran, "repeat %d\n%s\ndestroy all\nend\n%s" % (more, tran, tran))
        none = "".join(l + "\n" for l in text.splitlines() if not l.startswith(("tran ", "rusage", "set ", "write")))
        large, seconds = n > LARGE, []
        more = 1 if large else more
        for name, lines in ("none.cir", none) if large else ("often.cir", often), ("net.cir", text):
            with open(self.path(name), "w", encoding="utf-8") as f:
                f.write(lines)
            seconds.append(run(["ngspice", "-b", self.path(name)], self.args.limit)[1])
        rows = read_raw(raw, len(probes))
        more = -more if large else more
        return {"cpu": max((seconds[0] - seconds[1]) / more, 0), "steps": len(rows)}, rows

    def tableau(self, kind, n, tolerance):
        out, _ = run([self.path("tableau"), kind, str(n), "%g" % tolerance, "%.17g" % KINDS[kind](n), str(POINTS)] +
                     [str(p) for p in self.probes(n)], self.args.limit)
        named, listed = numbers(out)
        return named, rows_of(listed, len(self.probes(n)))

    def fitting(self, kind, n, reference, limit):
        """The cheapest run of kron, by steps of each method, with an error up to limit: a list."""
        found = []
        for method in METHODS:
            best = None
            for exponent in range(1, 65):
                tolerance = 10 ** (-exponent / 8)
                if method == "trapezoid" and exponent % 4 != 1:
                    continue
                if method == "trapezoid":  # a step, as part of the run: 10 steps, 14, 20, ...
                    tolerance = 0.1 / 2 ** ((exponent - 1) / 8)
                try:
                    named, rows = self.kron_run(kind, n, method, tolerance, POINTS)
                except Skipped:
                    continue
                error = reference.error(rows)
                if error <= limit:
                    best = (method, tolerance, error, named["steps"])
                    break
                if named["steps"] > STEPS:
                    break
            found += [best] if best else []
        return found


def measure(bench, kind, n):
    """Rows of a circuit."""
    reference = Reference(bench.kron_run(kind, n, "bdf", 1e-9, FINE)[1])
    rows = []
    ida, values = bench.tableau(kind, n, 1e-6)
    rows.append({"way": "tableau", "tolerance": 1e-6, "error": reference.error(values), "steps": ida["steps"],
                 "call": lambda: bench.tableau(kind, n, 1e-6)[0]["cpu"]})
    for reltol in RELTOLS if shutil.which("ngspice") else []:
        spice, values = bench.ngspice(kind, n, reltol)
        error = reference.error(values)
        rows.append({"way": "ngspice", "tolerance": reltol, "error": error, "steps": spice["steps"],
                     "call": lambda reltol=reltol: bench.ngspice(kind, n, reltol)[0]["cpu"]})
        for method, tolerance, got, steps in bench.fitting(kind, n, reference, error):
            rows.append({"way": method, "tolerance": tolerance, "error": got, "steps": steps, "against": reltol,
                         "call": lambda m=method, t=tolerance: bench.kron_run(kind, n, m, t, POINTS, 0.05)[0]["cpu"]})
    if not shutil.which("ngspice"):
        for method, tolerance, got, steps in bench.fitting(kind, n, reference, 1e-4):
            rows.append({"way": method, "tolerance": tolerance, "error": got, "steps": steps,
                         "call": lambda m=method, t=tolerance: bench.kron_run(kind, n, m, t, POINTS, 0.05)[0]["cpu"]})
    times = [[] for _ in rows]
    for _ in range(bench.args.runs):
        for row, of in zip(rows, times):
            of.append(row["call"]())
    spice = {}
    for row, of in zip(rows, times):
        row.update(kind=kind, n=n, cpu=statistics.median(of))
        if row["way"] == "ngspice":
            spice[row["tolerance"]] = row["cpu"]
        row["ratio"] = row["cpu"] / spice[row["against"]] if spice.get(row.get("against")) else ""
        print("%-7s %7d  %-8s %8.1e %9.1e %12.3f ms %7d  %s" % (
            kind, n, row["way"], row["tolerance"], row["error"], 1e3 * row["cpu"], row["steps"],
            "%.3f of ngspice" % row["ratio"] if row["ratio"] else ""), flush=True)
    return rows


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kron")
    parser.add_argument("--sizes", default="10,100,1000,10000,100000")
    parser.add_argument("--kinds", default="RC,RLC,Diodes")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=float, default=600)
    parser.add_argument("--native", type=int, default=1000, 
                        help="up to so many nodes by the code of cc, as `kron simulate` with KRON_NATIVE=now")
    parser.add_argument("--sundials")
    parser.add_argument("--out")
    args = parser.parse_args()
    bench = Circuits(args)
    if not shutil.which("ngspice"):
        print("ngspice is not installed: kron and the tableau only")
    print("%-7s %7s  %-8s %8s %9s %15s %7s" % ("circuit", "nodes", "way", "tol", "error", "cpu", "steps"))
    rows = []
    for kind in args.kinds.split(","):
        for n in map(int, args.sizes.split(",")):
            try:
                rows += measure(bench, kind, n)
            except Skipped as why:
                print("%-7s %7d  not run: %s" % (kind, n, why), flush=True)
    with open(bench.path("times.csv"), "w", encoding="utf-8") as f:
        table = csv.DictWriter(f, ["kind", "n", "way", "tolerance", "error", "cpu", "steps", "against", "ratio"],
                               extrasaction="ignore")
        table.writeheader()
        table.writerows(rows)


if __name__ == "__main__":
    main()
