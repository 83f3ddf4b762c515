#!/bin/sh
# Peak memory and time of translating a ladder, per scalar equation: bench/memory.sh KRON [SECTIONS]
# (100,000 sections are 1.2 million equations). With LIMIT=1024 the exit status is 1 above that many bytes.
set -eu
kron=$(realpath "${1:?usage: $0 KRON [SECTIONS]}")
here=$(dirname "$(realpath "$0")")
KRON_NATIVE=off exec python3 - "$kron" "$here/Ladder.mo" "${2:-100000}" "${LIMIT:-inf}" <<'PY'
import json, os, subprocess, sys, time
kron, ladder, n, limit = sys.argv[1:]
model = [ladder, "--set", "n=" + n]
equations = json.loads(subprocess.check_output([kron, "structure"] + model + ["--json"]))["equations"]
start = time.perf_counter()
child = subprocess.Popen([kron, "simulate"] + model + ["--stop", "0", "-o", "/dev/null", "--quiet"])
_, status, used = os.wait4(child.pid, 0)
seconds = time.perf_counter() - start
if status:
    sys.exit("kron failed")
peak = used.ru_maxrss * 1024
print("%d equations: %.0f MB, %.0f bytes an equation, %.1f s (%.1f s of processor)"
      % (equations, peak / 1e6, peak / equations, seconds, used.ru_utime + used.ru_stime))
sys.exit(0 if peak / equations <= float(limit) else 1)
PY
