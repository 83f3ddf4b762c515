#!/usr/bin/env python3
"""Grids of resistors: run.py KRON [--sizes 10,32,100,316] [--models Grid,WarmGrid] [--seconds S] [--limit S] [--compiled M]; bench/README.md explains it."""
import argparse
import csv
import json
import os
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "multibody"))
import tools  # noqa: E402


def of_kron(b, grid, m):
    """Milliseconds of one evaluation, seconds of translation, what became of the system."""
    name = b.path("%s_%d" % (grid, m))
    options = [os.path.join(HERE, "Grid.mo") + ":" + grid, "--set", "m=%d" % m, "--quiet"]
    if m > b.args.compiled:
        return in_process(b, options)
    row = b.translated(name, options)
    values, _ = b.evaluated(name, row, [])
    row["ms"] = 1e-6 * values["ns"]
    return row


def in_process(b, options):
    """The same without C text, of which a large grid has hundreds of megabytes: a step of explicit Euler, that is one
    factorisation and two evaluations with it, from the difference of two runs."""
    command = [b.kron, "simulate", "--json", "--method", "euler", "--stop", "1", "--intervals", "1", "--vars", "load.v",
               "-o", os.devnull] + options
    row = b.structure(options)
    os.environ["CC"] = "false"  # no compiler in the background, whose time would count
    os.environ["XDG_CACHE_HOME"] = b.path("cache-%d" % os.getpid())  # nothing is translated yet
    os.makedirs(os.environ["XDG_CACHE_HOME"], 0o700)
    runs = []
    for steps in (4, 4, 24):  # the first one translates
        out, seconds = tools.run(command + ["--step", repr(1 / steps)], b.args.limit)
        runs.append((seconds, json.loads(out)["steps"]))
    row["translate_s"] = runs[0][0] - runs[1][0]
    row["ms"] = 1e3 * (runs[2][0] - runs[1][0]) / (runs[2][1] - runs[1][1])
    row["text"] = 0
    shutil.rmtree(os.environ.pop("XDG_CACHE_HOME"), ignore_errors=True)
    return row


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("kron")
    p.add_argument("--sizes", type=lambda s: [int(n) for n in s.split(",")], default=[10, 32, 100, 316])
    p.add_argument("--models", type=lambda s: s.split(","), default=["Grid", "WarmGrid"])
    p.add_argument("--seconds", type=float, default=0.5, help="of each measurement")
    p.add_argument("--limit", type=float, default=600, help="seconds of one translation or compilation")
    p.add_argument("--compiled", type=int, default=100, metavar="M", help="the largest that is written as C and compiled")
    p.add_argument("--out", help="folder for results (default: bench/grid beside kron)")
    args = p.parse_args()
    b = tools.Tools(args, "grid")
    klu = b.path("klu")
    tools.run(tools.CC + ["-std=c17", "-O2", os.path.join(HERE, "klu.c"), "-o", klu, "-lklu", "-lamd", "-lcolamd",
                          "-lbtf", "-lsuitesparseconfig", "-lm"], 120)
    print("%8s %10s %10s | %-9s %9s %9s %7s %7s %9s %9s %-12s %12s" % (
        "nodes", "KLU factor", "solve ms", "model", "kron ms", "x KLU", "transl.", "us/eq", "equations", "block",
        "solved", "text"))
    rows = []
    for m in args.sizes:
        alone, _ = tools.numbers(tools.run([klu, str(m), str(args.seconds)], 600)[0])
        for grid in args.models:
            # A constant matrix is factored once.
            least = alone["solve"] + (alone["factor"] if grid == "WarmGrid" else 0)
            row = {"nodes": m * m, "model": grid, "klu_factor_ms": alone["factor"], "klu_solve_ms": alone["solve"]}
            try:
                row.update(of_kron(b, grid, m))
                row["ratio"] = row["ms"] / least
                print("%8d %10.4g %10.4g | %-9s %9.4g %9.2f %7.2f %7.1f %9d %9d %-12s %12d" % (
                    m * m, alone["factor"], alone["solve"], grid, row["ms"], row["ratio"], row["translate_s"],
                    1e6 * row["translate_s"] / row["equations"], row["equations"], row["block"], row["solved"],
                    row["text"]), flush=True)
            except tools.Skipped as why:
                row["note"] = "skipped, %s" % why
                print("%8d %10.4g %10.4g | %-9s %s" % (m * m, alone["factor"], alone["solve"], grid, row["note"]),
                      flush=True)
            rows.append(row)
    with open(b.path("times.csv"), "w", newline="") as f:
        table = csv.DictWriter(f, ["nodes", "model", "klu_factor_ms", "klu_solve_ms", "ms", "ratio", "translate_s",
                                   "equations", "operations", "block", "solved", "text", "c_bytes", "cc_s", "note"],
                               extrasaction="ignore")
        table.writeheader()
        table.writerows(rows)
    print(b.path("times.csv"))


main()
