#!/usr/bin/env python3
"""The multibody benchmark: run.py KRON [options]; bench/README.md explains it.

All ways to the accelerations of one system are measured one after the other in one run, and must agree."""
import argparse
import csv
import math
import os
import shutil
import sys
import time

sys.dont_write_bytecode = True
import models  # noqa: E402
from tools import CC, Skipped, Tools, numbers, run  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
AGREE = 1e-6  # against the largest acceleration, with few links
CHECK = 1e-9  # torque of the free joints


def agree(n):
    """The condition of the mass matrix grows with the fourth power of the number of links."""
    return AGREE * max(1, n / 100) ** 4

# What is measured: form, shape, options of kron, whether it needs the Modelica Standard Library.
WAYS = [
    ("kron", "chain"), ("kron", "skew"), ("kron", "planar"), ("kron", "tree"), ("kron", "sliding"),
    ("torn", "chain"), ("torn", "planar"),
    ("flat", "planar"), ("array", "planar"), ("plane", "planar"),
    ("msl", "chain"), ("msl", "planar"), ("msl", "tree"), ("msl", "sliding"),
    ("renamed", "chain"), ("renamed", "tree"), ("renamed", "sliding"),
]
FIELDS = ["shape", "way", "n", "ns", "ns_per_link", "operations", "second_difference", "block", "solved", "text",
          "c_bytes", "translate_s", "cc_s", "difference"]


class Bench(Tools):
    def __init__(self, args):
        super().__init__(args, "multibody")
        self.rows = []
        self.expected = {}  # (shape, n): accelerations
        self.can_tear = "--relax" in run([self.kron, "--help"], 60)[0]

    def wanted(self, name):
        return any(part in name for part in self.args.only.split(","))

    def shapes(self):
        """Those of the ways that are wanted."""
        used = {shape for way, shape in WAYS if self.wanted(way + "-" + shape)}
        return [shape for shape in models.SHAPES if shape in used or not used]

    def add(self, **row):
        if "ns" in row:
            row["ns_per_link"] = row["ns"] / row["n"]
        self.rows.append(row)
        print("%-8s %-10s %5d  %s" % (row["shape"], row["way"], row["n"], row["note"] if "note" in row else
              "%12.0f ns %9.1f ns/link %s" % (row["ns"], row["ns_per_link"], " ".join(
                  "%s %s" % (k, ("%.3g" % v if isinstance(v, float) else v)) for k, v in row.items()
                  if k in ("operations", "block", "solved", "text", "translate_s", "cc_s", "difference")))),
              flush=True)

    def difference(self, shape, n, accelerations):
        right = self.expected.get((shape, n))
        if not right:
            return None
        largest = max(map(abs, right))
        off = max((abs(a - b) if a == a else 0) for a, b in zip(accelerations, right)) / largest
        if off > agree(n) or all(a != a for a in accelerations):
            raise SystemExit("%s with %d links: accelerations differ by %g" % (shape, n, off))
        return off

    # ---- What is not kron ----

    def by_hand(self):
        program = self.path("bodies")
        run(CC + ["-std=c17", "-O2", os.path.join(HERE, "bodies.c"), "-o", program, "-lm"], 120)
        for shape in self.shapes():
            for n in self.args.sizes:
                named, accelerations = numbers(run([program, shape, str(n), str(self.args.seconds)], 600)[0])
                self.expected[shape, n] = accelerations
                if named["difference"] > agree(n) or named["torque"] > CHECK:
                    raise SystemExit("%s with %d links: the ways by hand differ by %g, with a torque of %g" % (
                        shape, n, named["difference"], named["torque"]))
                for way in ("space", "plane", "mass"):
                    if way in named:
                        self.add(shape=shape, way="hand " + way, n=n, ns=named[way])

    def simbody(self):
        program = self.path("simbody")
        try:
            run(["c++", "-std=c++14", "-O2", "-w", "-isystem", "/usr/include/simbody",
                 os.path.join(HERE, "simbody.cpp"), "-o", program, "-lSimTKsimbody", "-lSimTKmath",
                 "-lSimTKcommon"], 300)
        except Skipped:
            print("simbody: skipped, it is not installed (libsimbody-dev)")
            return
        for shape in self.shapes():
            for n in self.args.sizes:
                named, accelerations = numbers(run([program, shape, str(n), str(self.args.seconds)], 600)[0])
                self.add(shape=shape, way="simbody", n=n, ns=named["simbody"],
                         difference=self.difference(shape, n, accelerations))

    # ---- kron ----

    def made(self, way, shape, n):
        """Writes NAME.mo: NAME, how kron is told to translate it, what accelerations are called."""
        form = {"torn": "kron", "renamed": "msl"}.get(way, way)
        name = self.path("%s_%s_%d" % (way, shape, n))
        with open(name + ".mo", "w", encoding="utf-8") as f:
            f.write(models.model(form + "-" + shape, n, "Bibliothek" if way == "renamed" else "Modelica"))
        options = [name + ".mo", "--quiet"]
        if way == "torn":
            options += ["--relax", "off"]
        if form == "msl":
            options += ["-I", self.path("renamed") if way == "renamed" else self.args.msl]
        return name, options, models.accelerations(form, shape, n)

    def kron_way(self, way, shape):
        if way in ("msl", "renamed") and not self.args.msl:
            print("%-8s %-10s skipped without the Modelica Standard Library (MSL=DIR)" % (shape, way))
            return
        if way == "torn" and not self.can_tear:
            print("%-8s %-10s skipped: this kron does not relax" % (shape, way))
            return
        if way == "renamed" and not os.path.isdir(self.path("renamed")):
            run([sys.executable, os.path.join(HERE, "renamed.py"), self.args.msl, self.path("renamed")], 300)
        for n in self.args.sizes:
            row = {"shape": shape, "way": way, "n": n}
            try:
                name, options, names = self.made(way, shape, n)
                row.update(self.translated(name, options))
                named, accelerations = self.evaluated(name, row, names)
                row["ns"] = named["ns"]
                row["difference"] = self.difference(shape, n, accelerations)
                self.add(**row)
            except Skipped as why:
                self.add(note="skipped, %s" % why, **row)
                if "more than" in str(why):
                    return

    def second_differences(self, way, shape):
        """Of the operations, with 4 links and more, over as many links as repeat: 0 where they grow linearly."""
        if shape == "tree":
            return
        period = len(models.axes(shape))
        count, first = [], 3 + period
        for n in range(first, first + 3 * period + 2):
            try:
                count.append(self.structure(self.made(way, shape, n)[1])["operations"])
            except Skipped:
                return
        twice = [count[i + 2 * period] - 2 * count[i + period] + count[i] for i in range(len(count) - 2 * period)]
        print("%-8s %-10s operations of %d to %d links: %s, second differences over %d: %s" % (
            shape, way, first, first + len(count) - 1, " ".join(map(str, count)), period, " ".join(map(str, twice))))
        for row in self.rows:
            if (row["way"], row["shape"]) == (way, shape):
                row["second_difference"] = max(map(abs, twice))

    # ---- What comes out ----

    def write(self):
        with open(self.path("times.csv"), "w", newline="") as f:
            table = csv.DictWriter(f, FIELDS, extrasaction="ignore")
            table.writeheader()
            table.writerows(self.rows)
        for shape in models.SHAPES:
            self.table(shape)
            self.plot(shape)

    def table(self, shape):
        ways = list(dict.fromkeys(r["way"] for r in self.rows if r["shape"] == shape and "ns" in r))
        value = {(r["way"], r["n"]): r for r in self.rows if r["shape"] == shape and "ns" in r}
        if not ways:
            return
        print("\n== %s (%s): ns an evaluation; ns a link at the last ÷ at 20" % (shape, models.SHAPES[shape]))
        print("%-11s" % "" + "".join("%12d" % n for n in self.args.sizes) + "%10s" % "growth")
        for way in ways:
            cells = ["%12.0f" % value[way, n]["ns"] if (way, n) in value else "%12s" % "-" for n in self.args.sizes]
            last = max(n for w, n in value if w == way)
            growth = "%10.2f" % (value[way, last]["ns_per_link"] / value[way, 20]["ns_per_link"]) \
                if (way, 20) in value and last > 20 else "%10s" % "-"
            print("%-11s" % way + "".join(cells) + growth)
        best = "hand plane" if shape == "planar" else "hand space"
        for way in ways:
            if way.startswith("hand"):
                continue
            ratios = ["%12.2f" % (value[way, n]["ns"] / value[best, n]["ns"])
                      if (way, n) in value and (best, n) in value else "%12s" % "-" for n in self.args.sizes]
            print("%-11s" % way + "".join(ratios) + "   x " + best)

    def plot(self, shape):
        """log10 of ns a link over log10 n, by kron's own plot."""
        ways = list(dict.fromkeys(r["way"] for r in self.rows if r["shape"] == shape and "ns" in r))
        value = {(r["way"], r["n"]): r["ns_per_link"] for r in self.rows if r["shape"] == shape and "ns" in r}
        sizes = [n for n in self.args.sizes if all((w, n) in value for w in ways)]
        if len(sizes) < 2 or not ways:
            return
        table, picture = self.path("growth_%s.csv" % shape), self.path("growth_%s.svg" % shape)
        names = [w.replace(" ", "_") for w in ways]
        with open(table, "w") as f:
            f.write(",".join(["time"] + names) + "\n")
            for n in sizes:
                f.write(",".join(["%.6g" % math.log10(n)] + ["%.6g" % math.log10(value[w, n]) for w in ways]) + "\n")
        try:
            run([self.kron, "plot", table] + names + ["-o", picture], 60)
            print("log10 of ns a link over log10 n: %s" % picture)
        except Skipped as why:
            print("no picture: %s" % why)


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("kron")
    p.add_argument("--msl", default=os.environ.get("MSL"), help="folder of the Modelica Standard Library")
    p.add_argument("--sizes", type=lambda s: [int(n) for n in s.split(",")], default=[2, 6, 20, 100, 500, 1000])
    p.add_argument("--seconds", type=float, default=0.3, help="of each measurement")
    p.add_argument("--limit", type=float, default=300, help="seconds of one translation or compilation")
    p.add_argument("--only", default="", help="besides those by hand only what contains one of these, e.g. simbody,msl-tree")
    p.add_argument("--out", help="folder for results (default: bench/multibody beside kron)")
    b = Bench(p.parse_args())
    start = time.time()
    b.by_hand()
    if b.wanted("simbody"):
        b.simbody()
    for way, shape in WAYS:
        if b.wanted(way + "-" + shape):
            b.kron_way(way, shape)
            if way not in ("renamed",) and (b.args.msl or way != "msl") and (b.can_tear or way != "torn"):
                b.second_differences(way, shape)
    b.write()
    print("\n%s; %.0f s" % (b.path("times.csv"), time.time() - start))
    shutil.rmtree(b.path("renamed"), ignore_errors=True)


main()
