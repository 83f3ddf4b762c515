# make check-msl, with a library of four models instead of the Modelica Standard Library: what counts as
# verified, what as lost, and the table.
. "$ROOT/tests/cli/common"
unset MODELICAPATH

mkdir -p lib/Modelica ref
cat > lib/Modelica/package.mo <<'END'
package Modelica
  package Blocks
    model Fall
      Real x(start = 1, fixed = true);
      discrete Real s(start = 0, fixed = true);
    equation
      der(x) = -x;
      when x < 0.5 then s = 1; end when;
    end Fall;
    model Swing
      Real x(start = 1, fixed = true), v(start = 0, fixed = true);
    equation
      der(x) = v; der(v) = -400*x;
    end Swing;
    model Open
      Real x;
    end Open;
    model Unknown
      Real x = notThere;
    end Unknown;
  end Blocks;
end Modelica;
END

# reference MODEL STEPS SIGNAL FORMULA...: values of the formulas, in Python, at that many points of 0 .. 2
cat > reference.py <<'END'
import math, os, sys
model, n, folder = sys.argv[1], int(sys.argv[2]), os.path.join("ref", "Modelica", "Blocks", sys.argv[1])
names, formulas = sys.argv[3::2], sys.argv[4::2]
os.makedirs(folder, exist_ok=True)
open(os.path.join(folder, "comparisonSignals.txt"), "w").write("time\n" + "\n".join(names) + "\n")
with open(os.path.join(folder, model + ".csv"), "w") as f:
    f.write(",".join(["time"] + names) + "\n")
    for k in range(n + 1):
        t = 2*k/n
        f.write(",".join(["%.9g" % eval(e, {"t": t, "m": math, "k": k}) for e in ["t"] + formulas]) + "\n")
END
reference() { python3 reference.py "$@"; }
verified() { # MODELS NUMBER: so many of them agree with their references
    run 0 python3 "$ROOT/tests/msl/check.py" "$KRON" lib ref --only "$1"
    test "$(awk '$1 == "all" {print $7}' "$TMP/out")" = "$2" || fail "$1: not $2 verified"
}

step='float(t > m.log(2))'
reference Fall 1000 x 'm.exp(-t)' s "$step"
reference Swing 1000 x 'm.cos(20*t)'
verified Fall 1
verified Swing 1
reference Fall 1000 x 'm.exp(-t) + 0.01*(t > 1)' s "$step" # another value
verified Fall 0
prints 'differs: x differs at time 1'
reference Fall 1000 x 'm.exp(-t)' s 'float(t > 0.8)' # an event too early
verified Fall 0
prints 'differs: s differs'
reference Fall 1000 x 'm.exp(-t)' s "$step + (k == 800)" # a point beside an event
verified Fall 1
reference Fall 1000 x 'm.exp(-t)' s "$step + (800 <= k < 810)" # a pulse that the result does not have
verified Fall 0
reference Swing 1000 x 'm.cos(20*t - 0.05)' # 0.0025 s late: more than 0.2 % of the span would hide
verified Swing 0
reference Swing 1000 x "m.cos(20*t)" w t
verified Swing 0
prints 'w is missing'

reference Open 10 x t
reference Unknown 10 x t
verified Blocks 0
[ "$(awk '$1 == "Modelica.Blocks" {print $2, $3, $4, $5, $6, $7}' "$TMP/out")" = '4 4 3 2 2 0' ] || fail table
prints 'not yet Modelica.Blocks.Unknown'
prints notThere
prints 'translate: '
