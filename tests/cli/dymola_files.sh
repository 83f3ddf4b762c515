# --start-from dsin.txt and dsfin.txt: parameters, states and discrete variables as Dymola's
# simulators write them; and --max-step for every method of variable step.
cat > M.mo <<'END'
model M
  parameter Real a = 1, b = 2*a;
  parameter Integer n = 2;
  parameter Boolean on = true;
  Real x(start = 1, fixed = true), w[n](each start = 0, each fixed = true);
  discrete Integer count(start = 0, fixed = true);
equation
  der(x) = if on then -b*x else 0;
  for i in 1:n loop
    der(w[i]) = i;
  end for;
  when sample(0, 1) then
    count = pre(count) + 1;
  end when;
end M;
END
cat > dsfin.txt <<'END'
#1
char Aclass(3,24)
Adymosim
1.4
Modelica experiment file
#
#    Experiment parameters
double experiment(7,1)
       5                   # StartTime    Time at which integration starts
                           #              (and linearization and trimming time)
      10                   # StopTime     Time at which integration stops
       0                   # Increment    Communication step size, if > 0
     500                   # nInterval    Number of communication intervals, if > 0
  1.000000000000000E-04    # Tolerance    Relative precision of signals
       0                   # MaxFixedStep Maximum step size of fixed step
       8                   # Algorithm    Integration algorithm as integer (1...28)

char initialName(9,10)
a
b
n
on
x
der(x)
w[1]
w[2]
count

double initialValue(9,6)
 -1       0.25                     0                       0
  1   280   # a
  0       0.5                      0                       0
  6   256   # b
 -1       2                        0                       0
  1   282   # n
 -1       1                        0                       0
  1   281   # on
  2       3                        0                       0
  2   280   # x
  0      -1.5                      0                       0
  3   256   # der(x)
 -1       7   0 0   2 280          # w[1]
 -1       8   0 0   2 280          # w[2]
  0       6   0 0   6 258          # count
END
"$KRON" simulate M.mo --start-from dsfin.txt --stop 7.5 -o r.csv --tolerance 1e-8 > out.txt 2>&1
if grep -q warning out.txt; then cat out.txt; exit 1; fi
python3 - <<'END'
import csv, math
rows = list(csv.DictReader(open("r.csv")))
first, last = rows[0], rows[-1]
assert float(first["time"]) == 5 and float(first["x"]) == 3 and float(first["count"]) == 6
assert abs(float(last["x"]) - 3*math.exp(-0.5*2.5)) < 1e-6
assert abs(float(last["w[1]"]) - 9.5) < 1e-6 and abs(float(last["w[2]"]) - 13) < 1e-6
assert float(last["count"]) == 8
END
# --set wins; other structural values translate again.
"$KRON" simulate M.mo --start-from dsfin.txt --stop 7.5 --set on=false -o r.csv --quiet
tail -n 1 r.csv | python3 -c 'import sys; assert float(sys.stdin.read().split(",")[1]) == 3'
sed 's/^  *-1       2    /  -1       1    /; s/^ -1       2    /  -1       1    /' dsfin.txt > one.txt
"$KRON" simulate M.mo --start-from one.txt --stop 6 -o r.csv > out.txt 2>&1
head -n 1 r.csv | grep -q 'w\[1\]'
if head -n 1 r.csv | grep -q 'w\[2\]'; then exit 1; fi
"$KRON" list dsfin.txt | grep -q count
head -n 20 dsfin.txt > cut.txt
if "$KRON" simulate M.mo --start-from cut.txt > out.txt 2>&1; then exit 1; fi
grep -q 'cut.txt: it ends in the middle\|cut.txt: there is no initialValue' out.txt || { cat out.txt; exit 1; }

cat > S.mo <<'END'
model S
  Real x(start = 1, fixed = true), y(start = 1, fixed = true);
equation
  der(x) = -1e-3*x;
  der(y) = -1e4*(y - cos(time));
end S;
END
for method in auto rk45 rk8 cvode ida bdf sdirk radau mixed; do
    steps=$("$KRON" simulate S.mo --stop 0.1 --method $method --max-step 1e-3 --json -o r.csv 2> /dev/null |
        python3 -c 'import json, sys; print(json.load(sys.stdin)["steps"])')
    [ "$steps" -ge 100 ] || { echo "$method: $steps"; exit 1; }
done
