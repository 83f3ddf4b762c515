# Inputs from files: linear between points, steps as time events, held if they are not Reals; the
# same by every method. Expected values are integrals of the tables.
cat > In.mo <<'END'
model In
  input Real u;
  input Boolean b;
  input Integer k;
  output Real y = x + u;
  Real x(start = 0, fixed = true), w(start = 0, fixed = true);
  discrete Integer n(start = 0, fixed = true);
  discrete Real tb(start = -1, fixed = true);
equation
  der(x) = u;
  der(w) = if b then k else 0;
  when b then
    n = pre(n) + 1;
    tb = time;
  end when;
end In;
END
cat > in.csv <<'END'
time,u,b,k
0,0,0,1
1,2,0,1
1,-1,1,2
2,-1,1,3
3,5,0,3
END
cat > check.py <<'END'
import csv, sys
within = float(sys.argv[2])
rows = list(csv.DictReader(open(sys.argv[1])))
last = {k: float(v) for k, v in rows[-1].items()}
want = {"time": 4, "x": 7, "y": 12, "w": 5, "n": 1, "tb": 1}
for k, v in want.items():
    assert abs(last[k] - v) <= within, (sys.argv[1], k, last[k], v)
times = [float(r["time"]) for r in rows]
assert times == [0, 0.5, 1, 1, 1.5, 2, 2, 2.5, 3, 3, 3.5, 4], times
assert [float(r["u"]) for r in rows] == [0, 1, 2, -1, -1, -1, -1, 2, 5, 5, 5, 5]
assert [float(r["k"]) for r in rows] == [1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3]
END
for method in rk45 rk8 cvode ida bdf sdirk radau mixed auto; do
    "$KRON" simulate In.mo --input in.csv --stop 4 --intervals 8 --method $method --tolerance 1e-8 \
        -o r.csv --quiet
    python3 check.py r.csv 1e-7
done
for method in implicit-euler trapezoid bdf2; do
    "$KRON" simulate In.mo --input in.csv --stop 4 --intervals 8 --method $method --step 1e-3 \
        -o r.csv --quiet
    python3 check.py r.csv 2e-2
done

# A result is a table too; steps in it are steps again.
"$KRON" simulate In.mo --input in.csv --stop 4 --intervals 40 --vars u --vars b --vars k -o u.csv --quiet
"$KRON" simulate In.mo --input u.csv --stop 4 --intervals 8 -o r.csv --quiet
python3 check.py r.csv 1e-6

# Truth values by their names, as other tools write them.
sed 's/,0,\([0-9]*\)$/,false,\1/; s/,1,\([0-9]*\)$/, True ,\1/' in.csv > words.csv
grep -q 'True' words.csv
"$KRON" simulate In.mo --input words.csv --stop 4 --intervals 8 -o r.csv --quiet
python3 check.py r.csv 1e-6

# One input alone: the column of its name, or the only column.
printf 't,load\n0,3\n2,3\n' > one.csv
"$KRON" simulate In.mo --set u=@one.csv --stop 2 -o r.csv > out.txt 2>&1
tail -n 1 r.csv | python3 -c 'import sys; assert abs(float(sys.stdin.read().split(",")[5]) - 6) < 1e-6'
grep -q 'no values are given for inputs `b`, `k`' out.txt
"$KRON" simulate In.mo --set u=@in.csv --stop 3 -o r.csv --quiet
tail -n 1 r.csv | python3 -c 'import sys; assert abs(float(sys.stdin.read().split(",")[5]) - 2) < 1e-6'
# The ends are held, and the user is told.
"$KRON" simulate In.mo --set u=@one.csv --stop 3 -o r.csv > out.txt 2>&1
grep -q 'from time 0 to 2' out.txt

# What is wrong is named.
refuses() { # text in the message, then the table
    cat > bad.csv
    if "$KRON" simulate In.mo --input bad.csv --stop 1 -o r.csv > out.txt 2>&1; then exit 1; fi
    grep -q -- "$1" out.txt || { cat out.txt; exit 1; }
}
printf 'time,u,v\n0,1,1\n1,1,1\n' | refuses '`v` of bad.csv is not a variable of the model; the inputs of the model: `u`, `b`, `k`; of a file with other columns, such as a result, --set INPUT=@bad.csv takes one'
printf 'time,u,x\n0,1,1\n1,1,1\n' | refuses '`x` of bad.csv is not an input'
printf 'time;u\n0;1\n' | refuses 'line 1: columns are separated by semicolons'
printf 'time,u\n0,1\n,1\n' | refuses 'line 3: the time is missing'
printf 'time,u\n0,1\n1,\n' | refuses 'line 3: the value is missing'
printf 'time,u\n0,1\n2,1\n1,1\n' | refuses 'line 4: the time 1 comes after 2'
printf 'time,b\n0,1\n1,0.5\n' | refuses 'a Boolean is 0 or 1'
printf 'time,k\n0,1\n1,0.5\n' | refuses 'a whole number'
printf 'time,u\n' | refuses 'no points of time'
if "$KRON" simulate In.mo --input none.csv > out.txt 2>&1; then exit 1; fi
grep -q 'cannot read inputs from none.csv' out.txt
if "$KRON" simulate In.mo --set u=@u.csv:x > out.txt 2>&1; then exit 1; fi

printf 'time,u,u\n0,1,1\n' | refuses 'two columns `u`'
# Files of spreadsheets may end without a line end.
printf 'time,u\r\n0,1\r\n2,3' > end.csv
"$KRON" simulate In.mo --input end.csv --stop 2 -o r.csv --quiet
tail -n 1 r.csv | python3 -c 'import sys; assert abs(float(sys.stdin.read().split(",")[5]) - 4) < 1e-6'

# A pulse between two points of a run at rest is not missed.
printf 'time,u\n0,0\n5,0\n5.001,1000\n5.002,0\n1000,0\n' > pulse.csv
for method in rk45 bdf sdirk radau cvode; do
    "$KRON" simulate In.mo --set u=@pulse.csv --stop 1000 --method $method -o r.csv --quiet
    tail -n 1 r.csv | python3 -c 'import sys; x = float(sys.stdin.read().split(",")[5]); assert abs(x - 1) < 1e-4, x'
done

# Nor is a pulse of time soon after a step that the points of an input cut short: the next step is as
# long as those before.
cat > Bends.mo <<'END2'
model Bends
  input Real u;
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = -0.01*x + exp(-((time - 13)/0.3)^2);
  der(y) = -0.01*y + 1e-9*u;
end Bends;
END2
printf 'time,u\n0,0\n10,0\n10.01,0.5\n100,1\n' > bends.csv
for method in auto rk45 rk8 bdf sdirk radau cvode; do
    "$KRON" simulate Bends.mo --input bends.csv --stop 100 --method $method --vars x -o r.csv --quiet
    tail -n 1 r.csv | python3 -c 'import math, sys
x = float(sys.stdin.read().split(",")[1])
assert abs(x - 0.3*math.sqrt(math.pi)*math.exp(-0.87 + (0.003/2)**2)) < 1e-4, x'
done

# Other names of an input have its values: only inputs without any are named
cat > Names.mo <<'END2'
model Names
  input Real u;
  input Real w(start = 2);
  Real a = u, x(start = 0, fixed = true);
equation
  der(x) = a + w;
end Names;
END2
printf 'time,u\n0,3\n1,3\n' > names.csv
"$KRON" simulate Names.mo --input names.csv --vars x -o r.csv > names.txt 2>&1
grep -q 'inputs `w`: their start values hold' names.txt
tail -n 1 r.csv | grep -q '^1,\(5\|4\.99999999\|5\.00000000\)'

# As many of them as there may be columns
python3 - <<'END2'
n = 3000
with open("Many.mo", "w") as f:
    f.write("model Many\n  input Real u[%d];\n  Real y = sum(u);\nend Many;\n" % n)
with open("many.csv", "w") as f:
    f.write("time," + ",".join('"u[%d]"' % i for i in range(1, n + 1)) + "\n")
    for t in 0, 1:
        f.write(",".join(str(x) for x in [t] + [i*t for i in range(1, n + 1)]) + "\n")
END2
(ulimit -t 5; "$KRON" simulate Many.mo --input many.csv --intervals 1 --vars y -o r.csv --quiet)
tail -n 1 r.csv | grep -qx '1,4501500'
