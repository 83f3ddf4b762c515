# Output points are where they should be, to the last digit, once each.
cat > G.mo <<'END'
model G
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  discrete Real s(start = 0, fixed = true);
equation
  der(x) = -x + sin(30*time);
  der(y) = if x > 0.2 then 1 else -1;
  when sample(0, 0.1) then
    s = pre(s) + 1;
  end when;
end G;
END
cat > check.py <<'END'
import csv, sys
start, stop, n = float(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
per = int(sys.argv[4]) if len(sys.argv) > 4 else 0 # points in a second, where that is whole
rows = [float(r["time"]) for r in csv.DictReader(open("g.csv"))]
want = [stop if i == n else start + (i / per if per else i * (stop - start) / n) for i in range(n + 1)]
assert rows == sorted(rows)
for t in want:
    assert t in rows, (t, min(rows, key=lambda r: abs(r - t)))
for t in set(rows): # two rows at most, and nothing beside an output point
    assert rows.count(t) <= 2
    assert all(t == w or abs(t - w) > 1e-11 for w in want), t
END
for method in rk45 bdf ida cvode sdirk radau auto "euler --step 1e-3" "bdf2 --step 7e-4"; do
    "$KRON" simulate G.mo --stop 3 --intervals 300 --method $method -o g.csv --quiet
    python3 check.py 0 3 300
    "$KRON" simulate G.mo --start 0.1 --stop 0.8 --interval 1e-2 --method $method -o g.csv --quiet
    python3 check.py 0.1 0.8 70
    "$KRON" simulate G.mo --stop 1.0005 --interval 1e-3 --method $method -o g.csv --quiet
    python3 check.py 0 1.0005 1001 1000
done
