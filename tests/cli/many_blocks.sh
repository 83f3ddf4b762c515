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

# What ends a run well, and where it starts, does not take a time that grows with the square of the model either.
cat > many_ends.mo <<'END'
package Many
  model Follow "A start value that two of many states without one follow"
    parameter Integer n = 30000;
    Real x[n](each stateSelect = StateSelect.always);
    Real y(start = 3, stateSelect = StateSelect.never), z;
  equation
    der(x) = -x;
    y = x[1] + 2*x[2];
    z = der(y);
  end Follow;
  model Warm
    parameter Integer n = 40000;
    Real T[n](each unit = "K", each start = 300, each fixed = true);
  equation
    for i in 1:n loop
      der(T[i]) = 290 - T[i];
    end for;
  end Warm;
  model Leaving
    parameter Integer n = 200;
    Real x[n](each start = 1, each fixed = true);
  equation
    for i in 1:n loop
      der(x[i]) = 1.2*(x[i] - 0.5);
    end for;
  end Leaving;
  model Counter
    parameter Integer n = 60000;
    Real x(start = 1, fixed = true), v(start = 0, fixed = true), a[n];
    discrete Integer c(start = 0, fixed = true);
  equation
    a[n] = c;
    for i in 1:n - 1 loop
      a[i] = a[i + 1] + 1;
    end for;
    der(x) = v;
    der(v) = -9.81;
    when x < 0 then
      reinit(v, pre(v));
      c = pre(c) + 1;
    end when;
  end Counter;
  constant Integer cores = 15000;
  connector Cut
    Real v[cores];
    flow Real i[cores];
  end Cut;
  model R
    Cut p, n;
  equation
    p.i + n.i = zeros(cores);
    p.v - n.v = p.i;
  end R;
  model Ground
    Cut p;
  equation
    p.v = zeros(cores);
  end Ground;
  model Cable
    R a, b;
    Ground g;
  equation
    connect(a.n, g.p);
    connect(b.p, g.p);
  end Cable;
end Many;
END
python3 - > statements.mo <<'END'
n = 25000
print("model Statements\n  Real x(start = 1, fixed = true), a[%d];\nequation\n  der(x) = sum(a)/%g;\nalgorithm" % (n, n**2/4))
print("\n".join("  a[%d] := x*%d;" % (i, i) for i in range(1, n + 1)))
print("end Statements;")
END
for model in Follow Warm Leaving Counter Cable; do
    echo many_ends.mo:Many.$model
done > models
echo statements.mo >> models
for model in $(cat models); do
    (ulimit -t 15; "$KRON" simulate $model --stop 2 --intervals 20 -o r.csv) > out 2> err ||
        { echo $model; tail -3 err; exit 1; }
done
