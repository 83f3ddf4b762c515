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
