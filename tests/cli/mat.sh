# The MAT file, read by scipy: matrices, aliases by sign, parameters, an event, a run that is killed.
python=
for p in python3 /usr/bin/python3; do
    "$p" -c 'import scipy.io' 2>/dev/null && python=$p && break
done
[ -n "$python" ] || { echo "scipy is missing (Debian: python3-scipy)"; exit 77; }

cat > m.mo <<'END'
model M "test of result files"
  parameter Real k = 2 "rate";
  parameter Real half = k/2;
  parameter Integer n = 3;
  parameter Boolean b = true;
  parameter Real p(fixed = false, start = 1) "found by initialization";
  Real x(start = 1, fixed = true, unit = "m") "decays";
  Real y = -x;
  Real z = x "the same";
  Boolean small(start = false);
  Boolean large = not small;
  Integer count(start = 0, fixed = true);
  constant Real c = 7;
initial equation
  p^2 = 9*k/2;
equation
  der(x) = -k*x;
  small = x < 0.5;
  when small then
    count = pre(count) + 1;
  end when;
end M;
END
"$KRON" simulate m.mo --stop 1 --intervals 10 --tolerance 1e-9 -o m.mat --quiet
"$KRON" simulate m.mo --stop 1 --intervals 10 --tolerance 1e-9 -o m.csv --quiet
"$KRON" simulate m.mo --stop 1 --vars x --vars k -o chosen.mat --quiet

cat > read.py <<'END'
import csv, math, sys
import scipy.io

class Reader:
    """A Dymola result file by the meaning of its matrices."""
    def __init__(self, path):
        m = scipy.io.loadmat(path, chars_as_strings=False)
        rows = ["".join(r).strip() for r in m["Aclass"]]
        assert rows == ["Atrajectory", "1.1", "", "binTrans"], rows
        text = lambda a: ["".join(c).rstrip() for c in zip(*a)]
        self.names, self.descriptions = text(m["name"]), text(m["description"])
        info = m["dataInfo"].T
        assert len(info) == len(self.names) == len(self.descriptions)
        self.info = dict(zip(self.names, info.tolist()))
        self.tables = {1: m["data_1"], 2: m["data_2"]}
        self.time = self.tables[2][0]

    def __getitem__(self, name):
        table, row = self.info[name][:2]
        if table == 0:
            return self.time
        a = self.tables[table][abs(row) - 1]
        return -a if row < 0 else a

    def describe(self, name):
        return self.descriptions[self.names.index(name)]

if len(sys.argv) > 1:
    r = Reader(sys.argv[1])
    assert len(r.time) > 100 and r["x"].shape == r.time.shape
    for t, x in zip(r.time, r["x"]):
        assert abs(x - math.cos(t)) < 1e-3, (t, x)
    print(len(r.time))
    sys.exit()

r = Reader("m.mat")
assert r.names[0] == "time" and r.info["time"] == [0, 1, 0, -1]
assert r.time[0] == 0 and r.time[-1] == 1
for t, x in zip(r.time, r["x"]):
    assert abs(x - math.exp(-2*t)) < 1e-7, (t, x)
assert r.info["y"] == [2, -r.info["x"][1], 0, -1], r.info["y"]
assert r.info["z"] == r.info["x"]
assert (r["y"] == -r["x"]).all()
assert r.describe("x") == "decays [m]" and r.describe("k") == "rate" and r.describe("time") == "Time [s]", r.descriptions
for name, value in [("k", 2), ("half", 1), ("n", 3), ("b", 1), ("c", 7), ("p", 3)]:
    assert r.info[name][0] == 1 and r.info[name][3] == 0, (name, r.info[name])
    assert abs(r[name] - value).max() < 1e-12 and len(r[name]) == 2, (name, r[name])
assert r.tables[1][0].tolist() == [0, 1]
event = math.log(2)/2
for t, s, l, n in zip(r.time, r["small"], r["large"], r["count"]):
    if abs(t - event) > 1e-6:
        assert s == (t > event) and l == 1 - s and n == s, (t, s, l, n)
at = [t for t in r.time if abs(t - event) < 1e-6]
assert len(at) == 2 and at[0] == at[1] and len(r.time) == 13, (at, r.time)

rows = list(csv.reader(open("m.csv")))
assert len(rows) == len(r.time) + 1
for i, name in enumerate(rows[0]):
    assert [float(row[i]) for row in rows[1:]] == r[name].tolist(), name

c = Reader("chosen.mat")
assert sorted(c.names) == ["k", "time", "x"], c.names
END
"$python" read.py

# Killed while it runs: what was written within the last second may be missing, no more.
cat > long.mo <<'END'
model Long
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end Long;
END
"$KRON" simulate long.mo --stop 1e7 --interval 0.1 --tolerance 1e-10 --method rk45 -o killed.mat --quiet &
pid=$!
sleep 2
kill -9 $pid
wait $pid || true
"$python" read.py killed.mat

# A disk that is full.
if [ -w /dev/full ]; then
    status=0
    ln -s /dev/full full.mat
    "$KRON" simulate m.mo -o full.mat --quiet 2> err.txt || status=$?
    [ "$status" = 3 ]
    grep -q "No space left" err.txt
fi
