#!/bin/sh
# Benchmarks; bench/README.md explains each. bench/run.sh KRON [MSL]
set -eu
kron=$(realpath "$1")
msl=${2:-${MSL:-}}
here=$(dirname "$(realpath "$0")")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

echo "== translation and run of a ten-component circuit (seconds, best of 20)"
python3 - "$kron" "$here/Circuit.mo" <<'PY'
import subprocess, sys, time
best = 1e9
for _ in range(20):
    t = time.perf_counter()
    subprocess.run([sys.argv[1], "simulate", sys.argv[2], "-o", "/dev/null", "--quiet"], check=True)
    best = min(best, time.perf_counter() - t)
print("%.4f" % best)
PY

echo "== RC ladder: n sections, equations, seconds of translation, microseconds per equation, peak MB"
python3 - "$kron" "$here/Ladder.mo" <<'PY'
import json, os, resource, subprocess, sys
for n in (200, 2000, 20000, 200000):
    model = "%s:Ladder" % sys.argv[2]
    s = json.loads(subprocess.run([sys.argv[1], "structure", model, "--set", "n=%d" % n, "--json"],
                                  stdout=subprocess.PIPE, check=True).stdout)
    r = subprocess.run([sys.argv[1], "simulate", model, "--set", "n=%d" % n, "--stop", "1e-9", "--vars",
                        "source.v", "--json"], stdout=subprocess.PIPE, check=True)
    t = json.loads(r.stdout)["seconds"]
    seconds = t["load"] + t["flatten"] + t["structure"] + t["code"]
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print("%7d %9d %9.3f %8.2f %8.0f" % (n, s["equations"], seconds, 1e6 * seconds / s["equations"], peak))
PY

if [ -n "$msl" ]; then
    echo "== parsing all of the Modelica Standard Library"
    "$kron" parse "$msl/Modelica" "$msl/ModelicaTest"
else
    echo "== parsing: skipped without the Modelica Standard Library (make bench MSL=DIR)"
fi
