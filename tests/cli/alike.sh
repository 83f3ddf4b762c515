# Blocks of components that are alike have one function: the text of a program does not grow with their number, but for a
# line each, and what they compute is theirs. One that differs has its own.
. "$ROOT/tests/cli/common"
cat > Roots.mo <<'EOF'
model Roots
  parameter Integer n = 40;
  parameter Real a[n] = {i/10 for i in 1:n};
  Real y[n](each start = 1), z(start = 1), x(start = 0, fixed = true);
equation
  for i in 1:n loop
    y[i]^3 + a[i]*y[i] = (1 + a[i]) + i*x;
  end for;
  z^5 + z = 2 + x;
  der(x) = sum(y) - n - x + z - 1;
end Roots;
EOF
for n in 40 80; do
    run 0 "$KRON" translate Roots.mo --set n=$n --to c -o Roots$n.c
    grep -v 'return alike' Roots$n.c | grep -c 'static int [a-z0-9_]*(KInst \*m, double \*r[^;]*$' > functions.$n
done
cmp functions.40 functions.80
grep -q 'alike' Roots40.c
# At rest all roots are 1, and x moves none of them: x = 0 stays.
run 0 "$KRON" simulate Roots.mo --stop 1 --json -o r.csv
"$KRON" simulate Roots.mo --stop 1 --set x.start=1 -o r.csv --quiet
python3 - <<'EOF'
import csv
rows = list(csv.DictReader(open("r.csv")))
assert len(rows) > 10
for r in rows:
    x = float(r["x"])
    for i in range(1, 41):
        y, a = float(r["y[%d]" % i]), i/10
        assert abs(y**3 + a*y - (1 + a) - i*x) < 1e-9*(1 + i*abs(x)), (i, y)
    z = float(r["z"])
    assert abs(z**5 + z - 2 - x) < 1e-9
EOF
