# Start values of chains of rods all over their configuration space (DS-17 to DS-19).
here=$(dirname "$0")
python3 "$here/start_grid.py" "$KRON"
python3 "$here/start_loops.py" "$KRON"
python3 "$here/start_singular.py" "$KRON"

# A guess that says nothing about the motion is overruled, with one warning; a fixed value is not.
cat > Pendulum.mo <<'END'
model Pendulum
  Real x(start = 1), y(start = 0), vx(start = 0.3), vy, F;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
END
"$KRON" simulate Pendulum.mo --stop 0.1 -o p.csv > out.txt 2>&1
grep -q 'not used: vx = 0.3 (it is 0)' out.txt
sed 's/start = 0.3/start = 0.3, fixed = true/' Pendulum.mo > Fixed.mo
if "$KRON" simulate Fixed.mo --stop 0.1 -o p.csv > out.txt 2>&1; then exit 1; fi
grep -q 'vx = 0.3' out.txt
# 1e-5 degrees off the horizontal a speed along x would mean 1.7e6 m/s.
sed 's/x(start = 1), y(start = 0)/x(start = 1), y(start = -1.745e-7)/' Pendulum.mo > Near.mo
"$KRON" simulate Near.mo --stop 0.1 -o p.csv > out.txt 2>&1
grep -q 'not used: vx = 0.3' out.txt

# --json says what was made of every start value.
"$KRON" simulate Pendulum.mo --stop 0.1 -o p.csv --json --quiet > out.json
grep -q '{"name": "x", "start": 1, "value": 1, "state": "used"}' out.json
grep -q '{"name": "vx", "start": 0.3, "value": 0, "state": "overruled"}' out.json
sed 's/x(start = 1)/x(start = 1.0001)/' Pendulum.mo > Off.mo
"$KRON" simulate Off.mo --stop 0.1 -o p.csv --json --quiet > out.json
grep -q '{"name": "x", "start": 1.0001, "value": 1, "state": "projected"}' out.json

# Positions off the constraints become the nearest ones that are not; fixed coordinates stay.
cat > Two.mo <<'END'
model Two
  Real x1(start = 0.82), y1(start = -0.63), x2(start = 1.83), y2(start = -0.74);
  Real u1(start = 0), v1(start = 0), u2(start = 0), v2(start = 0), F1, F2;
equation
  der(x1) = u1;
  der(y1) = v1;
  der(x2) = u2;
  der(y2) = v2;
  der(u1) = -F1*x1 + F2*(x2 - x1);
  der(v1) = -F1*y1 + F2*(y2 - y1) - 9.81;
  der(u2) = -F2*(x2 - x1);
  der(v2) = -F2*(y2 - y1) - 9.81;
  x1^2 + y1^2 = 1;
  (x2 - x1)^2 + (y2 - y1)^2 = 1;
end Two;
END
sed 's/y1(start = -0.63)/y1(start = -0.63, fixed = true)/' Two.mo > TwoFixed.mo
cat > nearest.py <<'END'
import csv, itertools, math, sys
rows = list(csv.reader(open("p.csv")))
at = {name: float(x) for name, x in zip(rows[0], rows[1])}
fixed = "fixed" in sys.argv
start = {"x1": 0.82, "y1": -0.63, "x2": 1.83, "y2": -0.74}
assert abs(at["x1"]**2 + at["y1"]**2 - 1) < 1e-10
if fixed:
    assert at["y1"] == -0.63, at
def point(a, b):
    return {"x1": math.sin(a), "y1": -math.cos(a), "x2": math.sin(a) + math.sin(b), "y2": -math.cos(a) - math.cos(b)}
def distance(p):
    return sum((p[k] - start[k])**2 for k in start)
a, b = math.atan2(at["x1"], -at["y1"]), math.atan2(at["x2"] - at["x1"], at["y1"] - at["y2"])
here = distance(point(a, b))
for da, db in itertools.product((-1e-4, 0, 1e-4), repeat=2):  # an angle of each rod says where it is
    if not (fixed and da):
        assert distance(point(a + da, b + db)) >= here - 1e-12, (da, db)
END
"$KRON" simulate Two.mo --stop 0.1 -o p.csv --quiet
python3 nearest.py
"$KRON" simulate TwoFixed.mo --stop 0.1 -o p.csv --quiet
python3 nearest.py fixed

# A parallelogram linkage: at its change point the motion may go on in two ways. Started there without
# speeds along them it is open, with such that fit one of them it is that one (start_singular.py); running into it (both cranks turn with 6 rad/s from the upright position: at pi/12 s) it stays
# a parallelogram and turns on, past all such points.
cat > Linkage.mo <<'END'
model Linkage
  Real xa(start = 0), ya(start = 1), xb(start = 2), yb(start = 1);
  Real vxa(start = -6), vya, vxb(start = -6), vyb, F1, F2, F3;
equation
  der(xa) = vxa;
  der(ya) = vya;
  der(xb) = vxb;
  der(yb) = vyb;
  der(vxa) = -F1*xa + F2*(xb - xa);
  der(vya) = -F1*ya + F2*(yb - ya);
  der(vxb) = -F2*(xb - xa) - F3*(xb - 2);
  der(vyb) = -F2*(yb - ya) - F3*yb;
  xa^2 + ya^2 = 1;
  (xb - xa)^2 + (yb - ya)^2 = 4;
  (xb - 2)^2 + yb^2 = 1;
end Linkage;
END
timeout 60 "$KRON" simulate Linkage.mo --stop 2 -o p.csv > out.txt 2>&1
grep -q 'warning: at time 0.26' out.txt
grep -q 'best pivot vanishes' out.txt
grep -q 'the constraints of xa = -[01]' out.txt
python3 - <<'END'
import csv, math
for r in csv.DictReader(open("p.csv")):
    x = {k: float(v) for k, v in r.items()}
    assert abs(x["xb"] - x["xa"] - 2) < 1e-9 and abs(x["yb"] - x["ya"]) < 1e-9, x
    assert abs(x["xa"] + math.sin(6*x["time"])) < 2e-3, x
assert x["time"] == 2
END
sed 's/xa(start = 0), ya(start = 1), xb(start = 2), yb(start = 1)/xa(start = 1), ya(start = 0), xb(start = 3), yb(start = 0)/' \
    Linkage.mo > Flat.mo
status=0
timeout 60 "$KRON" simulate Flat.mo --stop 2 -o p.csv > out.txt 2>&1 || status=$?
[ $status = 3 ]
grep -q 'at time 0: the constraints of' out.txt
# The same where it is the accelerations that cannot be solved for, as speeds do not fit: the ways of
# the linkage have vyb = vya or vyb = -3*vya, those of the curve vy = vx or vy = -vx.
sed -i 's/vya, vxb(start = -6), vyb,/vya(start = 1), vxb(start = -6), vyb(start = 0.5),/' Flat.mo
cat > Eight.mo <<'END'
model Eight "the double point of a lemniscate"
  Real x(start = 0), y(start = 0), vx(start = 1), vy(start = 0.5), F;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*(4*x*(x^2 + y^2) - 2*x);
  der(vy) = -F*(4*y*(x^2 + y^2) + 2*y);
  (x^2 + y^2)^2 = x^2 - y^2;
end Eight;
END
cat > Touch.mo <<'END'
model Touch "two parabolas that touch: both ways have the same speed"
  Real x(start = 0), y(start = 0), vx(start = 1), vy(start = 0), F;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = F*4*x^3;
  der(vy) = -F*2*y;
  y^2 = x^4;
end Touch;
END
for model in Flat Eight Touch; do
    status=0
    timeout 60 "$KRON" simulate $model.mo --stop 2 -o p.csv > out.txt 2>&1 || status=$?
    [ $status = 3 ]
    grep -q 'at time 0: the constraints of' out.txt
    grep -q 'the best pivot vanishes' out.txt
done
# With such that do the motion begins, with a warning; the other guesses are not used.
sed -i 's/vyb(start = 0.5)/vyb(start = 1)/' Flat.mo
sed -i 's/vy(start = 0.5)/vy(start = -1)/' Eight.mo
for model in Flat Eight; do
    timeout 60 "$KRON" simulate $model.mo --stop 2 --tolerance 1e-8 -o $model.csv > out.txt 2>&1
    grep -q 'at time 0: the constraints of' out.txt
    grep -q 'the motion begins as the speeds say' out.txt
done
python3 - <<'END'
import csv, math
for r in csv.DictReader(open("Flat.csv")):
    x = {k: float(v) for k, v in r.items()}
    for p, base in (("a", 0), ("b", 2)):
        assert abs(x["x" + p] - base - math.cos(x["time"])) < 1e-6 and abs(x["y" + p] - math.sin(x["time"])) < 1e-6, x
assert x["time"] == 2
for r in csv.DictReader(open("Eight.csv")):
    x = {k: float(v) for k, v in r.items()}
    assert abs(x["vx"]**2 + x["vy"]**2 - 2) < 1e-5, x
    assert abs((x["x"]**2 + x["y"]**2)**2 - x["x"]**2 + x["y"]**2) < 1e-9, x
    assert x["time"] == 0 or x["time"] > 0.5 or (x["x"] > 0 and x["y"] < 0), x
assert x["time"] == 2
END

# Messages speak of the user's variables, not of what stands for the chosen ones.
sed 's/start = 1/&, fixed = true/; s/start = 0)/start = 0, fixed = true)/' Pendulum.mo > All.mo
"$KRON" simulate All.mo --stop 0.1 -o p.csv > out.txt 2>&1
grep -q 'start values of {x, y}: 1 of them is a condition, chosen at the start' out.txt
sed 's/x(start = 1), y(start = 0)/x(start = 3, fixed = true), y/' Pendulum.mo > Far.mo
if "$KRON" simulate Far.mo --stop 0.1 -o p.csv >> out.txt 2>&1; then exit 1; fi
grep -q 'fixed start values contradict each other and the constraints: x = 3' out.txt
sed 's/y^2 = 1/exp(y) = 0.1/' Far.mo > None.mo
if "$KRON" simulate None.mo --stop 0.1 -o p.csv >> out.txt 2>&1; then exit 1; fi
if grep -E 'state 1 of|Q1[0-9]' out.txt; then exit 1; fi
# With another constraint there is such a position, but not from y = 0, where the constraint says nothing of y.
sed 's/ = 1;/ = 1 + y^4;/' Far.mo > Quartic.mo
"$KRON" simulate Quartic.mo --stop 0.1 -o p.csv --quiet
sed -n 2p p.csv | grep -q '^0,3,-*1.83637722793'

# Of names for one variable each has its own start value: that of another may overrule it.
"$KRON" simulate "$ROOT/tests/sim/StartFixedAlias.mo" --json > out.json 2> /dev/null
grep -q '{"name": "c.v", "start": 7, "value": 3, "state": "overruled"}' out.json
grep -q '{"name": "f.v", "start": 3, "value": 3, "state": "used"}' out.json
grep -q '{"name": "m.v", "start": 2, "value": -5, "state": "overruled"}' out.json
