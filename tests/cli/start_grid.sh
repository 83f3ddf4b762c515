# Start values of chains of rods all over their configuration space (DS-17 to DS-19).
here=$(dirname "$0")
python3 "$here/start_grid.py" "$KRON"

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

# A parallelogram linkage: at its change point the motion may go on in two ways. Started there, and
# running into it (both cranks turn with 6 rad/s from the upright position: at pi/12 s).
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
status=0
timeout 60 "$KRON" simulate Linkage.mo --stop 2 -o p.csv > out.txt 2>&1 || status=$?
[ $status = 3 ]
grep -q 'at time 0.26' out.txt
grep -q 'best pivot vanishes' out.txt
sed 's/xa(start = 0), ya(start = 1), xb(start = 2), yb(start = 1)/xa(start = 1), ya(start = 0), xb(start = 3), yb(start = 0)/' \
    Linkage.mo > Flat.mo
status=0
timeout 60 "$KRON" simulate Flat.mo --stop 2 -o p.csv > out.txt 2>&1 || status=$?
[ $status = 3 ]
grep -q 'at time 0: the constraints of' out.txt
