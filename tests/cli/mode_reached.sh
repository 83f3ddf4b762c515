# A component of a library that lacks an equation in one of its modes: a warning, and an end where a run gets there.
. "$ROOT/tests/cli/common"
mkdir -p lib/Switches
cat > lib/Switches/package.mo <<'END'
package Switches
  model Closing "A switch over a capacitor, charged by a resistor"
    parameter Real T = 2;
    Real v(start = 0, fixed = true), i, ic;
    Boolean closed = time >= T;
  equation
    0 = if closed then v else i;
    der(v) = ic;
    ic + i = 1 - v;
  end Closing;
end Switches;
END
cat > M.mo <<'END'
model M
  Switches.Closing s;
end M;
END
near() { # what v has at the end is 1 - exp(-$1)
    python3 - $1 <<'END'
import csv, math, sys
row = list(csv.DictReader(open("r.csv")))[-1]
assert abs(float(row["s.v"]) - 1 + math.exp(-float(sys.argv[1]))) < 1e-4, row
END
}
for method in auto bdf; do
    "$KRON" simulate -I lib M.mo --stop 1 --method $method -o r.csv 2> err > /dev/null
    grep -q 'warning: the number of constraints depends on the mode' err
    near 1
    got=0
    "$KRON" simulate -I lib M.mo --stop 3 --method $method -o r.csv 2> err > /dev/null || got=$?
    [ $got = 3 ]
    grep -q 'at time 2' err
    near 2
done
