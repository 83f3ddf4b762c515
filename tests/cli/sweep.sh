# kron sweep: values, statistics against analytic ones, failures, the same table for any number of
# threads and processes, journals that survive SIGKILL.
cat > RC.mo <<'END'
model RC
  parameter Real R = 1, C = 1;
  parameter Integer n = 2;
  output Real v(start = 0, fixed = true);
  Real w[n](each start = 1, each fixed = true);
equation
  assert(R < 100, "the resistance is too large");
  R*C*der(v) = 1 - v;
  for i in 1:n loop
    der(w[i]) = -i*w[i];
  end for;
end RC;
END
cat > check.py <<'END'
import csv, math, sys
def rows(name):
    return list(csv.DictReader(open(name)))
t = rows("t.csv")
assert [(float(r["R"]), float(r["C"])) for r in t] == [(a, b) for a in (1, 2, 200) for b in (1, 2, 3, 4)]
for i, r in enumerate(t):
    R, C = float(r["R"]), float(r["C"])
    assert int(r["run"]) == i + 1
    if R == 200: # failures are marked and do not end the sweep
        assert r["status"] == "3" and "too large" in r["reason"] and r["v.final"] == "", r
        continue
    tau = R*C
    end = 1 - math.exp(-2/tau)
    mean = 1 - tau/2*(1 - math.exp(-2/tau))
    assert r["status"] == "0" and r["reason"] == ""
    for k, x, tol in (("final", end, 1e-5), ("min", 0, 0), ("max", end, 1e-5), ("mean", mean, 1e-5)):
        assert abs(float(r["v." + k]) - x) <= tol, (r, k, x)
END
"$KRON" sweep RC.mo --vary R=1,2,200 --vary C=1..4/4 --stop 2 -o t.csv > out.txt
grep -q 'RC: 12 runs, 4 failed' out.txt
python3 check.py
[ ! -e t.csv.journal ]
"$KRON" sweep RC.mo --vary R=1,2,200 --vary C=1..4/4 --stop 2 -o t.mat --json --jobs 1 | grep -q '"runs": 12, "failed": 4'
/usr/bin/python3 - <<'END' || [ $? = 77 ]
import sys
try:
    import scipy.io
except ImportError:
    sys.exit(77)
m = scipy.io.loadmat("t.mat")
assert m["table"].shape == (12, 6) and list(m["status"][:, 0]) == [0]*8 + [3]*4
assert [n.strip() for n in m["names"]] == ["R", "C", "v.final", "v.min", "v.max", "v.mean"]
assert "too large" in m["reasons"][8] and abs(m["table"][0, 2] - 0.8646647) < 1e-5
END

# Structural parameters, 0, start values, logarithmic ranges.
"$KRON" sweep RC.mo --vary n=1..3/3 --vars 'w[1]' --stop 1 -o n.csv --quiet
"$KRON" sweep RC.mo --vary v.start=0,0.5 --stop 1 -o s.csv --quiet
"$KRON" sweep RC.mo --vary R=0.01..1/log3 --set C=2 --stop 1 -o l.csv --quiet
python3 - <<'END'
import csv, math
n, s, l = (list(csv.DictReader(open(f))) for f in ("n.csv", "s.csv", "l.csv"))
assert all(abs(float(r["w[1].final"]) - math.exp(-1)) < 1e-6 for r in n) and len(n) == 3
assert abs(float(s[1]["v.final"]) - (1 - 0.5*math.exp(-1))) < 1e-5 and float(s[1]["v.min"]) == 0.5
assert [float(r["R"]) for r in l] == [0.01, 0.1, 1]
assert abs(float(l[2]["v.final"]) - (1 - math.exp(-0.5))) < 1e-5
END

cat > B.mo <<'END'
model B
  parameter Boolean on = true;
  parameter Integer n = 1;
  Real x(start = 0, fixed = true);
equation
  der(x) = if on then n else -1;
end B;
END
"$KRON" sweep B.mo --vary on=false,true --vary n=-1..1/3 -o b.csv --quiet
python3 - <<'END'
import csv
x = [round(float(r["x.final"]), 9) for r in csv.DictReader(open("b.csv"))]
assert x == [-1, -1, -1, -1, 0, 1], x
END

# Samples: Latin hypercubes have one in each part; distributions are what they are called.
"$KRON" sweep RC.mo --vary 'R~uniform(1,2)' --vary 'C~normal(10,2)' --vary 'n=1,2' --samples 500 --latin \
    --stop 0.01 --intervals 1 -o latin.csv --quiet
"$KRON" sweep RC.mo --vary 'R~loguniform(1,99)' --vary 'C~normal(10,2)' --samples 4000 --seed 3 --stop 0.01 \
    --intervals 1 -o mc.csv --quiet
python3 - <<'END'
import csv, math
rows = list(csv.DictReader(open("latin.csv")))
assert len(rows) == 1000
for n in "1", "2":
    part = [r for r in rows if r["n"] == n]
    assert sorted(int(500*(float(r["R"]) - 1)) for r in part) == list(range(500))
    phi = [0.5*math.erfc(-(float(r["C"]) - 10)/2/math.sqrt(2)) for r in part]
    assert sorted(int(500*p) for p in phi) == list(range(500))
    r = [(float(a["R"]) - 1.5)*(float(a["C"]) - 10) for a in part]
    assert abs(sum(r)/500/(2*math.sqrt(1/12))) < 0.15 # not correlated
assert [(r["R"], r["C"]) for r in rows if r["n"] == "1"] == [(r["R"], r["C"]) for r in rows if r["n"] == "2"]
rows = list(csv.DictReader(open("mc.csv")))
x = [float(r["C"]) for r in rows]
mean = sum(x)/4000
assert abs(mean - 10) < 0.15 and abs(math.sqrt(sum((a - mean)**2 for a in x)/4000) - 2) < 0.1
u = [math.log(float(r["R"]))/math.log(99) for r in rows]
assert abs(sum(u)/4000 - 0.5) < 0.02 and 0 < min(u) < 0.01 and 0.99 < max(u) < 1
END

# Any number of threads; a stiff model, for which the method changes during the run.
cat > V.mo <<'END'
model V
  parameter Real mu = 1;
  Real x(start = 2, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = y;
  der(y) = mu*(1 - x^2)*y - x;
end V;
END
"$KRON" sweep V.mo --vary mu=1..2000/log40 --stop 100 -o a.csv --jobs 1 --envelope a.svg --quiet
"$KRON" sweep V.mo --vary mu=1..2000/log40 --stop 100 -o b.csv --jobs 3 --envelope b.svg --heatmap h.svg --quiet
cmp a.csv b.csv
cmp a.svg b.svg
"$KRON" sweep RC.mo --vary R=1..4/5 --vary C=1..3/4 -o c.csv --heatmap h2.svg --quiet
python3 - <<'END'
import xml.dom.minidom as x
assert x.parse("a.svg").getElementsByTagName("path").length == 8
x.parse("h.svg")
assert x.parse("h2.svg").getElementsByTagName("rect").length >= 20
END
# One row is what a run by itself gives.
"$KRON" simulate V.mo --set mu=2000 --stop 100 -o r.csv --quiet
python3 - <<'END'
import csv
a = list(csv.DictReader(open("r.csv")))[-1]
b = list(csv.DictReader(open("b.csv")))[-1]
assert a["x"] == b["x.final"] and a["y"] == b["y.final"], (a, b)
END

# Killed at five moments, then to the end: the same table. Killed runs leave no table.
many="RC.mo --vary R=1..4/40 --vary C=1..3/50 --stop 2"
"$KRON" sweep $many -o all.csv --quiet
for seconds in 0.05 0.31 0.12 0.2 0.17; do
    "$KRON" sweep $many -o kill.csv --quiet 2> /dev/null &
    sleep $seconds
    kill -9 $! 2> /dev/null || true
    wait $! 2> /dev/null || true
    [ -e kill.csv ] && break # it was quick
done
"$KRON" sweep $many -o kill.csv > out.txt 2>&1
cmp all.csv kill.csv
[ ! -e kill.csv.journal ]
# A record that was cut short is done again; another sweep's journal is refused.
cat > stop.py <<'END'
import subprocess, sys, time, os, signal
p = subprocess.Popen(sys.argv[1:], stderr=subprocess.DEVNULL)
while p.poll() is None and not (os.path.exists("cut.csv.journal") and os.path.getsize("cut.csv.journal") > 2000):
    time.sleep(0.005)
p.send_signal(signal.SIGKILL)
p.wait()
if os.path.exists("cut.csv.journal"):
    os.truncate("cut.csv.journal", os.path.getsize("cut.csv.journal") - 5)
END
python3 stop.py "$KRON" sweep $many -o cut.csv --quiet
if [ -e cut.csv.journal ]; then
    if "$KRON" sweep $many --tolerance 1e-5 -o cut.csv > out.txt 2>&1; then exit 1; fi
    grep -q 'cut.csv.journal: this is the journal of another sweep' out.txt
    "$KRON" sweep $many -o cut.csv > out.txt 2>&1
    grep -q 'runs are taken from cut.csv.journal' out.txt
fi
cmp all.csv cut.csv

# No room for the journal.
if (trap '' XFSZ; ulimit -f 4; "$KRON" sweep $many -o room.csv > out.txt 2>&1); then exit 1; fi
grep -q 'cannot write room.csv.journal: ' out.txt

# Several processes, as mpirun starts them: with the variables that it sets, and by itself.
for rank in 0 1 2; do
    OMPI_COMM_WORLD_RANK=$rank OMPI_COMM_WORLD_SIZE=3 PMIX_NAMESPACE=x "$KRON" sweep $many -o ranks.csv --quiet &
    pids="$pids $!"
done
for pid in $pids; do wait $pid; done
cmp all.csv ranks.csv
[ "$(ls ranks.csv*)" = ranks.csv ]
if command -v mpirun > /dev/null; then
    mpirun --allow-run-as-root --oversubscribe -np 2 "$KRON" sweep $many -o mpi.csv --quiet
    cmp all.csv mpi.csv
fi

# What is wrong is said before anything runs.
refuses() {
    text=$1
    shift
    if "$KRON" sweep RC.mo "$@" > out.txt 2>&1; then exit 1; fi
    grep -q -- "$text" out.txt || { cat out.txt; exit 1; }
}
refuses 'VALUES'
refuses 'no `q` to be varied' --vary q=1,2
refuses '`v` is not a parameter' --vary v=1,2
refuses 'FIRST..LAST/N' --vary R=1..2
refuses 'with commas' --vary R=1,a
refuses 'uniform(A,B)' --vary 'R~beta(1,2)' --samples 3
refuses 'less than the second' --vary 'R~uniform(2,1)' --samples 3
refuses 'number of samples' --vary 'R~uniform(1,2)'
refuses 'no distribution' --vary R=1,2 --samples 3
refuses 'varied already' --vary R=1,2 --vary R=1,2
refuses 'no variable matches' --vary R=1,2 --vars nothing
refuses 'heatmap needs' --vary R=1,2 --vary C=1,2 --vary n=1,2 --heatmap h.svg
refuses 'whole numbers' --vary 'R~uniform(1,2)' --samples 2.5
