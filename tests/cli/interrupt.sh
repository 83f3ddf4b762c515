# A run that is interrupted or killed leaves a readable result.
. "$ROOT/tests/cli/common"
cat > Slow.mo <<'END'
model Slow
  Real x[50](start = {i for i in 1:50}, each fixed = true);
equation
  for i in 1:50 loop
    der(x[i]) = cos(i*time + x[mod(i, 50) + 1]) + sin(time*37);
  end for;
end Slow;
END
stop_with() {
    "$KRON" simulate Slow.mo --stop 1e6 --intervals 10000000 -o r.csv > out 2> err &
    pid=$!
    sleep 1
    kill -$1 $pid
    got=0
    wait $pid || got=$?
}
whole_rows() {
    python3 - $1 <<'END'
import csv, sys
rows = list(csv.reader(open("r.csv", newline="")))
if sys.argv[1] == "killed":
    rows = rows[:-1]     # the last one may be cut
assert len(rows) > 2, len(rows)
assert all(len(r) == len(rows[0]) for r in rows)
t = [float(r[0]) for r in rows[1:]]
assert t[0] == 0 and all(a <= b for a, b in zip(t, t[1:]))
END
}
interrupted() {
    stop_with INT
    [ $got = 130 ] || { echo "status $got"; cat err; exit 1; }
    grep -q 'interrupted at time' err
    whole_rows all
}
killed() {
    stop_with KILL
    [ $got = 137 ]
    whole_rows killed
}
# Code of a model that runs for long hears it too.
busy() {
    cat > Busy.mo <<'END'
model Busy
  function Tree input Real n, x; output Real y; // x: no two calls have the same numbers
  algorithm
    y := if n < 2 then x else Tree(n - 1, 1.1*x) + Tree(n - 2, 1.3*x + 1);
  end Tree;
  function Endless input Real n; output Real y;
  algorithm
    y := n;
    while y > 0 loop
      y := y + 1e-9*sum(cos(i)^2 for i in 1:1000);
    end while;
  end Endless;
  function Loops input Real n; output Real y;
  algorithm
    y := n;
    for i in 1:100000 loop
      for j in 1:1000000 loop
        y := y + sin(j);
      end for;
    end for;
  end Loops;
  parameter Integer k = 1;
  Real w = if k == 1 then Tree(60 + time, 1) elseif k == 2 then Endless(1 + time) else Loops(time);
end Busy;
END
    for k in 1 2 3; do
        "$KRON" simulate Busy.mo --set k=$k -o r.csv > out 2> err &
        pid=$!
        sleep 1
        begun=$(date +%s%N)
        kill -INT $pid
        got=0
        wait $pid || got=$?
        [ $got = 130 ] || { echo "k = $k: status $got"; cat err; exit 1; }
        [ $(($(date +%s%N) - begun)) -lt 2000000000 ] || { echo "k = $k: too late"; exit 1; }
    done
}
# Rows that were done before such a function are in the file, whichever signal it is.
kept() {
    cat > Kept.mo <<'END'
model Kept
  function Loops input Real n; output Real y;
  algorithm
    y := n;
    for i1 in 1:30 loop for i2 in 1:30 loop for i3 in 1:30 loop for i4 in 1:30 loop for i5 in 1:30 loop
      y := y + sum(sin(i6) for i6 in 1:1000);
    end for; end for; end for; end for; end for;
  end Loops;
  Real x(start = 0, fixed = true), w = if time < 0.5 then 1 else Loops(time);
equation
  der(x) = w;
end Kept;
END
    for signal in INT TERM; do
        "$KRON" simulate Kept.mo --intervals 100 -o r.csv > out 2> err &
        pid=$!
        sleep 1.5
        begun=$(date +%s%N)
        kill -$signal $pid
        got=0
        wait $pid || got=$?
        [ $got = 130 ] || { echo "$signal: status $got"; cat err; exit 1; }
        [ $(($(date +%s%N) - begun)) -lt 1500000000 ] || { echo "$signal: too late"; exit 1; }
        [ $(wc -l < r.csv) -gt 45 ] || { echo "$signal: rows are lost"; exit 1; }
        whole_rows all
    done
}
# So it is where parameters are computed, where each of many calls has a short loop, and where turns are long; the
# rows that were done are kept.
heavy() {
    cat > Heavy.mo <<'END'
model Heavy
  function four input Real x; output Real y; algorithm y := x; for i in 1:60 loop y := y + sin(y)*1e-6; end for; end four;
  function three input Real x; output Real y; algorithm y := x; for i in 1:60 loop y := y + four(y)*1e-6; end for; end three;
  function two input Real x; output Real y; algorithm y := x; for i in 1:60 loop y := y + three(y)*1e-6; end for; end two;
  function one input Real x; output Real y; algorithm y := x; for i in 1:60 loop y := y + two(y)*1e-6; end for; end one;
  function all input Real x; output Real y; algorithm y := x; for i in 1:60 loop y := y + one(y)*1e-6; end for; end all;
  function products
    input Real x;
    output Real y = x;
  protected
    Real a[300, 300] = fill(0.5/300, 300, 300);
  algorithm
    for i in 1:100000 loop
      a := 600*a*a;
      y := y + a[1, 1];
    end for;
  end products;
  parameter Integer k = 1;
  parameter Real p = if k == 3 then products(k) else 1;
  Real x(start = 0, fixed = true), w = if time < 0.5 then p elseif k == 1 then all(time) else products(time);
equation
  der(x) = w;
end Heavy;
END
    for k in 1 2 3; do
        rm -f r.csv
        "$KRON" simulate Heavy.mo --set k=$k --intervals 100 -o r.csv > out 2> err &
        pid=$!
        until [ -e r.csv ]; do sleep 0.1; done # translation is over
        sleep 1
        kill -TERM $pid
        got=0
        wait $pid || got=$?
        [ $got = 130 ] || { echo "k = $k: status $got"; cat err; exit 1; }
        grep -q 'interrupted at time' err || { echo "k = $k"; cat err; exit 1; }
        [ $k = 3 ] || [ $(wc -l < r.csv) -gt 45 ] || { echo "k = $k: rows are lost"; exit 1; }
    done
}
# Translation just ends.
translation() {
    python3 - "$KRON" <<'END'
import signal, subprocess, sys, time
with open("Big.mo", "w") as f:
    f.write("model Big\n" + "".join("  Real x%d(start = 1) = sin(time + %d)*x%d;\n" % (i, i, (i + 1) % 60000)
                                     for i in range(60000)) + "end Big;\n")
for command in ["check"], ["structure"], ["simulate", "-o", "r.csv"]:
    for wait in 0.05, 0.3, 1:
        p = subprocess.Popen([sys.argv[1], *command, "Big.mo"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                             preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        time.sleep(wait)
        begun = time.time()
        p.send_signal(signal.SIGINT if wait < 1 else signal.SIGTERM)
        p.wait()
        assert time.time() - begun < 1.5, (command, wait, time.time() - begun)
END
}
all interrupted killed busy kept heavy translation
