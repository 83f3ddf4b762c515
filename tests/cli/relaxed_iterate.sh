# Relaxation as iteration (RX-13 to RX-15, Q-13): --relax iterate, `set relax iterate`.
. "$ROOT/tests/cli/common"
# RX-14: if the second equation has no x1, only x3 is iterated.
cat > Few.mo <<'END'
model Few
  Real x[3];
equation
  4*x[1] + Kron.relax(x[2]) + 2*Kron.relax(x[3]) = 1;
  5*x[2] + Kron.relax(x[3]) = 2;
  2*x[1] + x[2] + 6*x[3] = 3;
end Few;
END
run 0 "$KRON" structure Few.mo --relax iterate --json
python3 - "$TMP/out" <<'END' || fail "the iteration variables"
import json, sys
b = [b for b in json.load(open(sys.argv[1]))["blocks"] if b["size"] == 3][0]
assert b["tearing"] == ["x[3]"] and b["solved"] == "relax" and b["relaxed"] == ["x[2]", "x[3]"], b
END
run 0 "$KRON" simulate Few.mo --relax iterate --stop 0 -o Few.csv
says '1 relaxed unknown is iterated: at most'

# An iteration that diverges: the other way round it would not.
cat > Off.mo <<'END'
model Off
  Real x, y;
equation
  x + 3*Kron.relax(y) = 1;
  2*x + y = 5;
end Off;
END
run 3 "$KRON" simulate Off.mo --relax iterate --stop 0 -o Off.csv
says 'the iteration over 1 relaxed unknown diverges: after'
says 'y still changes by'
run 0 "$KRON" simulate Off.mo --stop 0 -o Off.csv
run 2 "$KRON" simulate Off.mo --relax often --stop 0
says 'on, off or iterate'

# Q-13, RX-15: one mark in the class of a cell; 20,000 of them, ten times the time and memory of 2,000 (and twice that).
chain() {
    python3 - "$1" <<'END'
import sys
n = int(sys.argv[1])
print("model Heat\n  Cell cell[%d];\nequation\n  cell[1].a = 0;\n  cell[%d].b = 0;" % (n, n))
print("  for i in 1:%d loop\n    cell[i].b = cell[i + 1].T;\n    cell[i + 1].a = cell[i].T;\n  end for;\nend Heat;" % (n - 1))
print("model Cell\n  Real a, T, b;\nequation\n  2.1*T = a + Kron.relax(b) + 1;\nend Cell;")
END
}
cat > measure.py <<'END'
import resource, subprocess, sys
subprocess.run([sys.argv[1], "simulate", "Heat.mo:Heat", "--relax", "iterate", "--stop", "0", "-o", "Heat.csv",
                "--vars", "cell*1000*.T", "--quiet"], check=True)
r = resource.getrusage(resource.RUSAGE_CHILDREN)
print(r.ru_utime, r.ru_maxrss)
END
measure() {
    chain "$1" > Heat.mo
    python3 measure.py "$KRON"
}
small=$(measure 2000)
large=$(measure 20000)
python3 - "$small" "$large" <<'END' || fail "not linear: $small, $large"
import sys
(t, m), (u, n) = ([float(x) for x in a.split()] for a in sys.argv[1:])
assert u < 20*t + 1 and n < 20*m, (t, m, u, n)
assert abs(float(open("Heat.csv").read().split()[1].split(",")[1]) - 10) < 1e-6
END

# The same in a session.
printf 'enter Few.mo\nset relax iterate\nsimulate 0\n' > s.ds
run 0 "$KRON" session s.ds
says 'relaxed unknown is iterated'
