# Memory that runs out: the n-th request of the program fails (tests/cli/failing.c), for as many n as fit
# into the time. Every time one clear line and status 1, or the result is as good as ever; inside of
# SUNDIALS, KLU and libtcc, which may say something themselves, status 1 and a line about memory.
. "$ROOT/tests/cli/common"
command -v cc > /dev/null || { echo "no cc"; exit 77; }
! sanitized || { echo "sanitizers have a malloc of their own"; exit 77; }
cc -shared -fPIC -O1 -o "$TMP/failing.so" "$ROOT/tests/cli/failing.c"
exec python3 - "$KRON" "$ROOT" "$TMP/failing.so" <<'PY'
import csv, os, re, subprocess, sys, time

kron, root, preload = sys.argv[1:]
SECONDS = int(os.environ.get("FAILING_SECONDS", "10"))  # longer: all requests
MODELS = [("examples/BouncingBall.mo", "0.5", "auto"), ("examples/HalfWaveRectifier.mo", "0.02", "cvode"),
          ("tests/sim/StatesPendulum.mo", "0.3", "ida")]


def run(model, stop, method, who, n):
    """Status, messages, and the last row of the result."""
    env = dict(os.environ, FAIL_AT=str(n), FAIL_WHO=who, FAIL_COUNT="count", KRON_NATIVE="off", LD_PRELOAD=preload)
    r = subprocess.run([kron, "simulate", os.path.join(root, model), "--stop", stop, "--method", method, "-o", "r.csv",
                        "--quiet"],
                       env=env, capture_output=True, text=True, timeout=100)
    rows = list(csv.reader(open("r.csv"))) if r.returncode == 0 else [[]]
    return r.returncode, r.stderr, rows[-1]


def close(a, b):
    return len(a) == len(b) and all(abs(float(x) - float(y)) <= 1e-2*(1 + abs(float(y))) for x, y in zip(a, b))


def check(model, stop, method, who, n, good):
    status, text, last = run(model, stop, method, who, n)
    passes.update(re.findall("in the pass `(.*)`", text))
    wrong = status == 0 and not close(last, good)
    clear = "memory" in text and "internal" not in text and (who != "own" or text.count("\n") == 1)
    wrong = wrong or (status != 0 and (status != 1 or not clear))
    if wrong:
        sys.exit(f"{model}, request {n} of {who} fails: status {status}\n{text}")


passes = set()  # that messages name
jobs = []
for model, stop, method in MODELS:
    for who in "own", "libraries":
        status, text, good = run(model, stop, method, who, -1)
        total = int(open("count").read())
        assert status == 0 and (who == "libraries" or total > 400), (model, status, total, text)
        jobs.append((model, stop, method, who, good, total))
# By a stride that is prime to most counts, so that what fits into the time is spread evenly.
end, k, done = time.time() + SECONDS, 0, 0
while time.time() < end and k < max(j[5] for j in jobs):
    for model, stop, method, who, good, total in jobs:
        if k < total:
            check(model, stop, method, who, 1 + k*1009 % total, good)
            done += 1
    k += 1
assert done > 20 and len(passes) > 3, (done, passes)


# The other commands: a line about memory and status 1 (2 where 1 is a verdict), or all that is written at other times.
def command(args, who, n):
    env = dict(os.environ, FAIL_AT=str(n), FAIL_WHO=who, FAIL_COUNT="count", KRON_NATIVE="off", LD_PRELOAD=preload)
    r = subprocess.run([kron] + args, env=env, capture_output=True, text=True, timeout=100)
    return r.returncode, re.sub(r"[\d.]+ m?s in all", "", r.stdout), r.stderr


run("examples/BouncingBall.mo", "0.5", "auto", "own", -1)
os.rename("r.csv", "ball.csv")
open("s.ds", "w").write(f"enter {root}/examples/papers/circuit.dym\npartition\noutput solved equations\n")
COMMANDS = [["linearize", f"{root}/examples/QuarterCar.mo"], ["steady", f"{root}/examples/TankControl.mo"],
            ["plot", "ball.csv", "h", "-o", "-"], ["compare", "ball.csv", "ball.csv"], ["list", "ball.csv"],
            ["simulate", f"{root}/examples/BouncingBall.mo", "--plot", "h", "--stop", "0.5"], ["session", "s.ds"]]
end, tried = time.time() + SECONDS, 0
for args in COMMANDS:
    for who in "own", "libraries":
        status, good, text = command(args, who, -1)
        total = int(open("count").read())
        assert status == 0 and total, (args, status, text)
        # the last requests are those of the command itself
        for n in range(total, max(0, total - (300 if SECONDS > 10 else 12)), -1):
            if time.time() > end and tried > 40:
                break
            status, out, text = command(args, who, n)
            told = status == (2 if args[0] == "compare" else 1) and "memory" in text and "internal" not in text
            if not (status == 0 and out == good) and not (status if who == "libraries" else told and text.count("\n") == 1):
                sys.exit(f"{args}, request {n} of {total} of {who} fails: status {status}\n{text}")
            tried += 1
PY
