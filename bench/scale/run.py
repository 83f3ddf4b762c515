#!/usr/bin/env python3
"""Models of the ScalableTestSuite, sizes doubling until a run takes too long (bench/README.md).

    run.py KRON LIBRARY [--limit 60] [--only REGEX] [--sizes N] [--method M] [--out DIR]

LIBRARY is the folder that contains ScalableTestSuite; -I gives further ones (the Modelica Standard Library)."""
import argparse
import csv
import json
import os
import re
import resource
import subprocess
import sys
import time

SIZE = re.compile(r"^(.*?)((?:_(?:N|M|n|m)_\d+)+)$")


def classes_of(path):
    """Full names of the models in a file that stand in packages named ScaledExperiments."""
    with open(path, encoding="utf-8", errors="replace") as f:
        text = f.read()
    text = re.sub(r'"(\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', "", text, flags=re.S)
    within = re.search(r"\bwithin\s+([\w.]*)\s*;", text)
    stack = [within.group(1)] if within and within.group(1) else []
    for m in re.finditer(r"\b(package|model|class|function|record|block|connector|type|partial)\s+(\w+)(\s*=|\s*\()?|"
                         r"\bend\s+(\w+)\s*;", text):
        if m.group(4):
            if stack and stack[-1].split(".")[-1] == m.group(4):
                stack.pop()
        elif m.group(1) != "partial" and not m.group(3) and m.group(2) not in ("extends", "if", "for"):
            stack.append(m.group(2))
            if m.group(1) == "model" and "ScaledExperiments" in stack:
                yield ".".join(stack)


def families(library):
    """Name without sizes -> classes, smallest first."""
    found = {}
    for folder, _, files in sorted(os.walk(os.path.join(library, "ScalableTestSuite"))):
        for name in sorted(files):
            if name.endswith(".mo"):
                for full in classes_of(os.path.join(folder, name)):
                    m = SIZE.match(full)
                    if m:
                        size = [int(x) for x in re.findall(r"\d+", m.group(2))]
                        found.setdefault(m.group(1), []).append((size, full))
    return {name: [full for _, full in sorted(of)] for name, of in sorted(found.items())}


def run(command, limit):
    """Status, output, processor seconds, peak memory in MB."""
    begin = time.time()
    done = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1)))
    out, err = done.stdout.read(), done.stderr.read()
    _, status, used = os.wait4(done.pid, 0)
    return (os.waitstatus_to_exitcode(status), out, err, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024,
            time.time() - begin)


def family(args, name, classes):
    rows = []
    for full in classes[:args.sizes]:
        folders = [x for f in [args.library] + (args.folder or []) for x in ("-I", f)]
        command = [args.kron, "simulate", full, "--json", "--quiet"] + folders
        command += ["--method", args.method] if args.method else []
        status, out, err, seconds, memory, _ = run(command, args.limit)
        row = {"model": full, "status": status, "cpu": seconds, "memory": memory}
        if status == 0:
            text = out.decode("utf-8", "replace")
            s, _ = json.JSONDecoder().raw_decode(text, text.index('{"schema"'))  # models may print, too
            checked = subprocess.run([args.kron, "check", full] + folders, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            n = max(int(checked.stdout.split(b":")[1].split()[0]), 1)
            row.update(equations=n, method=s["method"], steps=s["steps"], run=s["seconds"]["simulate"],
                       us=1e6 * seconds / n, bytes=1024 * 1024 * memory / n)
            print("%-60s %8d equations %8.2f s (run %7.2f) %7.1f us %6.0f bytes each  %s, %d steps" % (
                full.split(".")[-1], n, seconds, row["run"], row["us"], row["bytes"], s["method"], s["steps"]), flush=True)
        else:
            why = "more than %d s" % args.limit if seconds > 0.9 * args.limit else err.decode("utf-8", "replace").strip().split("\n")[0]
            print("%-60s %s" % (full.split(".")[-1], why), flush=True)
        rows.append(row)
        if status:
            break
    return rows


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kron")
    parser.add_argument("library")
    parser.add_argument("-I", dest="folder", action="append")
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--only", default="")
    parser.add_argument("--sizes", type=int, default=99, help="at most so many of a family")
    parser.add_argument("--method")
    parser.add_argument("--out", default="build/bench/scale")
    args = parser.parse_args()
    os.makedirs(args.out, exist_ok=True)
    rows = []
    for name, classes in families(args.library).items():
        if re.search(args.only, name):
            rows += family(args, name, classes)
    with open(os.path.join(args.out, "times.csv"), "w", encoding="utf-8") as f:
        table = csv.DictWriter(f, ["model", "status", "equations", "method", "steps", "cpu", "run", "memory", "us", "bytes"])
        table.writeheader()
        table.writerows(rows)
    if not rows:
        sys.exit("no model of the ScalableTestSuite in %s" % args.library)


if __name__ == "__main__":
    main()
