# A run that goes on from the result of another equals the one that was not interrupted: states,
# discrete variables, conditions of when, sample, delays, states chosen during the run.
cat > R.mo <<'END'
package R
  model Ball
    Real h(start = 1, fixed = true), v(start = 0, fixed = true), T(start = 20, fixed = true), d, m;
    discrete Integer n(start = 0, fixed = true);
    discrete Real s(start = 0, fixed = true), last(start = 0, fixed = true);
    Boolean hot(start = false, fixed = true);
    Integer k;
    parameter Real p = 0.9;
  initial equation
    m = 0;
  equation
    der(h) = v;
    der(v) = -9.81;
    when h <= 0 then
      reinit(v, -p*pre(v));
      n = pre(n) + 1;
    end when;
    when sample(0.05, 0.1) then
      s = pre(s) + T;
      last = time;
    end when;
    hot = T > 30 or pre(hot) and T > 20;
    der(T) = if hot then -15 else 25;
    d = delay(T, 0.3);
    k = integer(10*time);
    der(m) = d;
  end Ball;
  model Pendulum
    Real x(start = 1), y(start = 0), vx, vy(start = -1), F;
  equation
    der(x) = vx;
    der(y) = vy;
    der(vx) = -F*x;
    der(vy) = -F*y - 9.81;
    x^2 + y^2 = 1;
  end Pendulum;
  model Free "A parameter that the initial problem determines"
    parameter Real a(fixed = false), b = 2*a;
    Real x(start = 2);
  initial equation
    der(x) = -6;
    x = 2;
  equation
    der(x) = -b*x/2;
  end Free;
  model Clocked
    Real x(start = 1, fixed = true);
    discrete Real u(start = 0);
    Integer c(start = 0);
  equation
    der(x) = -x + hold(u);
    when Clock(1, 10) then
      c = previous(c) + 1;
      u = 0.5*previous(u) + sample(x);
    end when;
  end Clocked;
end R;
END
cat > same.py <<'END'
import csv, sys
a, b = (list(csv.DictReader(open(f)))[-1] for f in sys.argv[1:3])
for k in a:
    x, y = float(a[k]), float(b[k])
    assert abs(x - y) <= float(sys.argv[3])*max(1, abs(x)), (k, x, y)
END
for model in Ball Pendulum Free; do
    "$KRON" simulate R.mo:R.$model --stop 3 --tolerance 1e-9 -o all.csv --quiet
    for first in "1 a.mat" "1.05 a.csv" "0.7 a.mat"; do # 1.05: an instant of sample
        set -- $first
        [ $model = Free ] && set -- $1 a.mat # parameters are in MAT files
        "$KRON" simulate R.mo:R.$model --stop $1 --tolerance 1e-9 -o $2 --quiet
        "$KRON" simulate R.mo:R.$model --start-from $2 --stop 3 --tolerance 1e-9 -o b.csv > out.txt 2>&1
        if grep -q warning out.txt; then cat out.txt; exit 1; fi
        python3 same.py all.csv b.csv 1e-7
    done
done
for method in cvode ida bdf sdirk rk45; do
    "$KRON" simulate R.mo:R.Ball --stop 3 --tolerance 1e-8 --method $method -o all.csv --quiet
    "$KRON" simulate R.mo:R.Ball --stop 1.3 --tolerance 1e-8 --method $method -o a.csv --quiet
    "$KRON" simulate R.mo:R.Ball --start-from a.csv --stop 3 --tolerance 1e-8 --method $method -o b.csv --quiet
    python3 same.py all.csv b.csv 1e-5
done

# From a point in the middle; with its values from another time on.
"$KRON" simulate R.mo:R.Ball --stop 3 --tolerance 1e-9 -o all.csv --quiet
"$KRON" simulate R.mo:R.Ball --start-from all.csv@1.5 --stop 3 --tolerance 1e-9 -o b.csv --quiet
python3 same.py all.csv b.csv 1e-7
head -n 2 b.csv | tail -n 1 | grep -q '^1.5,'
"$KRON" simulate R.mo:R.Free --stop 3 -o a.mat --quiet
"$KRON" simulate R.mo:R.Free --start-from a.mat --start 0 -o b.csv --quiet
python3 - <<'END'
import csv, math
rows = list(csv.DictReader(open("b.csv")))
assert float(rows[0]["time"]) == 0
assert abs(float(rows[0]["x"]) - 2*math.exp(-9)) < 1e-6 and abs(float(rows[-1]["x"]) - 2*math.exp(-12)) < 1e-6
END

# What is missing or other is named.
"$KRON" simulate R.mo:R.Ball --stop 1 -o a.csv --vars h --vars v --vars T --quiet
"$KRON" simulate R.mo:R.Ball --start-from a.csv --stop 1.1 -o b.csv > out.txt 2>&1
grep -q 'not in the result.*: m, n, s, last, hot' out.txt || { cat out.txt; exit 1; }
"$KRON" simulate R.mo:R.Ball --stop 1 -o a.mat --quiet
"$KRON" simulate R.mo:R.Ball --start-from a.mat --stop 1.1 --set p=0.5 -o b.csv > out.txt 2>&1
grep -q 'other values than the result has: p' out.txt
"$KRON" simulate R.mo:R.Clocked --stop 1.05 -o a.csv --quiet
"$KRON" simulate R.mo:R.Clocked --start-from a.csv --stop 2 -o b.csv > out.txt 2>&1
"$KRON" simulate R.mo:R.Clocked --stop 2 -o all.csv --quiet
python3 same.py all.csv b.csv 1e-5 2> /dev/null || grep -q 'does not hold all' out.txt
cat > T.mo <<'END'
model T
  Real x(start = 0, fixed = true);
  String follows = if x > 0.5 then "high" else "low";
  String kept(start = "none", fixed = true);
equation
  der(x) = 1;
  when x > 0.3 then
    kept = "passed";
  end when;
end T;
END
"$KRON" simulate T.mo --stop 0.8 -o a.csv --quiet
"$KRON" simulate T.mo --start-from a.csv --stop 1 -o b.csv > out.txt 2>&1
grep -q 'begins anew: kept \[K' out.txt || { cat out.txt; exit 1; }
if "$KRON" simulate R.mo:R.Ball --start-from a.mat@0.12345 --stop 3 > out.txt 2>&1; then exit 1; fi
grep -q 'no point at time 0.12345; the nearest is at 0.124' out.txt || { cat out.txt; exit 1; }
if "$KRON" simulate R.mo:R.Ball --start-from none.mat > out.txt 2>&1; then exit 1; fi
grep -q 'cannot go on from none.mat' out.txt
