# Many small systems, and many conditions one too many: what one of them takes does not grow with the model around it.
. "$ROOT/tests/cli/common"
! sanitized || { echo "sanitizers reserve memory"; exit 77; }

cat > many.mo <<'END'
model Many "x = time*(i + a)/(1 + a^2), y = time*(a*i - 1)/(1 + a^2)"
  parameter Integer n = 30000;
  parameter Real a = 2;
  Real x[n], y[n];
equation
  for i in 1:n loop
    x[i] + a*y[i] = i*time;
    a*x[i] - y[i] = time;
  end for;
end Many;
END
(ulimit -v 1200000; "$KRON" simulate many.mo --stop 1 --intervals 1 --vars 'x[20000]' --vars 'y[20000]' -o r.csv) > out 2> err ||
    { cat err; exit 1; }
python3 - <<'END'
import csv
last = list(csv.DictReader(open("r.csv")))[-1]
assert abs(float(last["x[20000]"]) - 20002/5) < 1e-9, last
assert abs(float(last["y[20000]"]) - 39999/5) < 1e-9, last
END

cat > red.mo <<'END'
model Red "der(x) = 0 holds at the start, where x = 0"
  parameter Integer n = 20000;
  parameter Real a = 1;
  Real x[n](each start = 0, each fixed = true);
equation
  for i in 1:n loop
    der(x[i]) = sin(time)*x[i] - a*x[i];
  end for;
initial equation
  for i in 1:n loop
    der(x[i]) = 0;
  end for;
end Red;
END
(ulimit -t 12; "$KRON" simulate red.mo --stop 1 --intervals 1 --vars 'x[20000]' -o r.csv) > out 2> err || { tail -3 err; exit 1; }
grep -q 'more initial conditions than these are too many, from `der(x\[11\]) = 0` on' err || { cat err; exit 1; }
